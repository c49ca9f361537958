/**
 * Latvian messages: `shopper` for those who fill in a form, `developer` for those who send the requests.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { CompleteTranslation, Translation } from '../translation.js';
import type { Feature, Member } from '../types.js';

const features = {
  one_step: 'viena soļa maksājums',
  two_step: 'divu soļu maksājums',
  zero_amount: 'nulles summas maksājums',
  full_refund: 'pilna atmaksa',
  partial_refund: 'daļēja atmaksa',
  reversal: 'storno',
  recurring: 'regulārs maksājums',
  recurring_automatic: 'automātisks regulārs maksājums',
  one_click: 'viena klikšķa maksājums',
  payment_method_saving: 'maksāšanas līdzekļa saglabāšana',
  travel_data: 'ceļojuma dati',
  account_funding: 'konta papildināšana',
  dynamic_descriptor: 'dinamisks darījuma apraksts',
  service_location: 'pakalpojuma sniegšanas vieta',
  qcash: 'QCash',
  moto: 'MOTO',
  sdwo_funding: 'SDWO papildināšanas maksājums',
  sdwo_purchase: 'SDWO pirkuma maksājums',
  taxes: 'nodokļi',
  avs: 'AVS',
  payout_a2a: 'A2A izmaksa',
  payout_b2p: 'B2P izmaksa',
  payout_p2p: 'P2P izmaksa',
  payout_og: 'OG izmaksa',
  payout_sdwo: 'SDWO izmaksa',
} satisfies Record<Feature, string>;

/** The nominative, and the genitive, which “trūkst” takes. */
const members = {
  account_number: { name: 'konta numurs', gen: 'konta numura' },
  account_type: { name: 'konta veids', gen: 'konta veida' },
  address: { name: 'adrese', gen: 'adreses' },
  airline_addendum: { name: 'lidojums', gen: 'lidojuma' },
  amount: { name: 'summa', gen: 'summas' },
  avs: 'AVS',
  avs_status: { name: 'AVS rezultāts', gen: 'AVS rezultāta' },
  birth_date: { name: 'dzimšanas datums', gen: 'dzimšanas datuma' },
  booking_number: { name: 'rezervācijas numurs', gen: 'rezervācijas numura' },
  car_rental: { name: 'auto noma', gen: 'auto nomas' },
  card_number: { name: 'kartes numurs', gen: 'kartes numura' },
  card_type: { name: 'kartes veids', gen: 'kartes veida' },
  cardholder_name: { name: 'vārds uz kartes', gen: 'vārda uz kartes' },
  carrier_code: { name: 'pārvadātāja kods', gen: 'pārvadātāja koda' },
  carrier_name: { name: 'pārvadātāja nosaukums', gen: 'pārvadātāja nosaukuma' },
  checkin_date: { name: 'ierašanās datums', gen: 'ierašanās datuma' },
  checkout_date: { name: 'izbraukšanas datums', gen: 'izbraukšanas datuma' },
  city: { name: 'pilsēta', gen: 'pilsētas' },
  client: { name: 'klients', gen: 'klienta' },
  country: { name: 'valsts', gen: 'valsts' },
  cruise: { name: 'kruīzs', gen: 'kruīza' },
  csc: { name: 'drošības kods', gen: 'drošības koda' },
  currency: { name: 'valūta', gen: 'valūtas' },
  customer_ref: { name: 'klienta atsauce', gen: 'klienta atsauces' },
  departure_airport: { name: 'izlidošanas lidosta', gen: 'izlidošanas lidostas' },
  departure_date: { name: 'izbraukšanas diena', gen: 'izbraukšanas dienas' },
  description: { name: 'apraksts', gen: 'apraksta' },
  destination_airport: { name: 'galamērķa lidosta', gen: 'galamērķa lidostas' },
  dynamic_descriptor: { name: 'darījuma apraksts', gen: 'darījuma apraksta' },
  email: { name: 'e-pasta adrese', gen: 'e-pasta adreses' },
  exp_month: { name: 'derīguma termiņa mēnesis', gen: 'derīguma termiņa mēneša' },
  exp_year: { name: 'derīguma termiņa gads', gen: 'derīguma termiņa gada' },
  first_name: { name: 'vārds', gen: 'vārda' },
  force_save_method: { name: 'saglabāšana bez jautāšanas', gen: 'saglabāšanas bez jautāšanas' },
  ground_transportation: { name: 'sauszemes pārvadājums', gen: 'sauszemes pārvadājuma' },
  id: { name: 'identifikators', gen: 'identifikatora' },
  ip_address: { name: 'IP adrese', gen: 'IP adreses' },
  is_default: { name: 'noklusējuma karte', gen: 'noklusējuma kartes' },
  is_moto: 'MOTO',
  issuer_country: { name: 'izdevēja valsts', gen: 'izdevēja valsts' },
  language: { name: 'valoda', gen: 'valodas' },
  last_name: { name: 'uzvārds', gen: 'uzvārda' },
  legs: { name: 'posmi', gen: 'posmu' },
  lodging: { name: 'naktsmītne', gen: 'naktsmītnes' },
  masked_pan: { name: 'maskētais kartes numurs', gen: 'maskētā kartes numura' },
  merchant: { name: 'tirgotājs', gen: 'tirgotāja' },
  n_legs: { name: 'posmu skaits', gen: 'posmu skaita' },
  name: { name: 'nosaukums', gen: 'nosaukuma' },
  original_client: { name: 'sākotnējais klients', gen: 'sākotnējā klienta' },
  passenger_name: { name: 'pasažiera vārds', gen: 'pasažiera vārda' },
  payment_system: { name: 'maksājumu sistēma', gen: 'maksājumu sistēmas' },
  percent: { name: 'procenti', gen: 'procentu' },
  pickup_date: { name: 'saņemšanas datums', gen: 'saņemšanas datuma' },
  price: { name: 'cena', gen: 'cenas' },
  product_type: { name: 'preces veids', gen: 'preces veida' },
  products: { name: 'preces', gen: 'preču' },
  quantity: { name: 'daudzums', gen: 'daudzuma' },
  recipient_address: { name: 'saņēmēja adrese', gen: 'saņēmēja adreses' },
  recipient_client: { name: 'saņēmējs', gen: 'saņēmēja' },
  recurring_number: { name: 'regulāro maksājumu numurs', gen: 'regulāro maksājumu numura' },
  region: { name: 'reģions', gen: 'reģiona' },
  region_card_issuer: { name: 'izdevēja reģions', gen: 'izdevēja reģiona' },
  return_date: { name: 'atgriešanās datums', gen: 'atgriešanās datuma' },
  same_as_client: { name: 'norāde, vai saņēmējs ir klients', gen: 'norādes, vai saņēmējs ir klients' },
  saved_by_merchant: { name: 'norāde, ka saglabā tirgotājs', gen: 'norādes, ka saglabā tirgotājs' },
  sdwo_merchant_id: { name: 'SDWO tirgotājs', gen: 'SDWO tirgotāja' },
  send_to_email: { name: 'sūtīšana uz e-pastu', gen: 'sūtīšanas uz e-pastu' },
  sender_account_number: { name: 'sūtītāja konta numurs', gen: 'sūtītāja konta numura' },
  sender_account_type: { name: 'sūtītāja konta veids', gen: 'sūtītāja konta veida' },
  sender_address: { name: 'sūtītāja adrese', gen: 'sūtītāja adreses' },
  sender_birth_date: { name: 'sūtītāja dzimšanas datums', gen: 'sūtītāja dzimšanas datuma' },
  sender_city: { name: 'sūtītāja pilsēta', gen: 'sūtītāja pilsētas' },
  sender_country: { name: 'sūtītāja valsts', gen: 'sūtītāja valsts' },
  sender_name: { name: 'sūtītāja vārds', gen: 'sūtītāja vārda' },
  sender_postal_code: { name: 'sūtītāja pasta indekss', gen: 'sūtītāja pasta indeksa' },
  service_class: { name: 'apkalpošanas klase', gen: 'apkalpošanas klases' },
  service_location: { name: 'pakalpojuma sniegšanas vieta', gen: 'pakalpojuma sniegšanas vietas' },
  setup_future_use: { name: 'turpmākā izmantošana', gen: 'turpmākās izmantošanas' },
  signature: { name: 'paraksts', gen: 'paraksta' },
  skip_capture: { name: 'vēlāka iekasēšana', gen: 'vēlākas iekasēšanas' },
  state: { name: 'štats', gen: 'štata' },
  tax: { name: 'nodoklis', gen: 'nodokļa' },
  ticket_issue_date: { name: 'biļetes izdošanas datums', gen: 'biļetes izdošanas datuma' },
  ticket_number: { name: 'biļetes numurs', gen: 'biļetes numura' },
  title: { name: 'nosaukums', gen: 'nosaukuma' },
  total: { name: 'kopsumma', gen: 'kopsummas' },
  transaction_type: { name: 'darījuma veids', gen: 'darījuma veida' },
  travel_data: { name: 'ceļojuma dati', gen: 'ceļojuma datu' },
  trip_number: { name: 'reisa numurs', gen: 'reisa numura' },
  zip_code: { name: 'pasta indekss', gen: 'pasta indeksa' },
} satisfies Record<Member, string | { name: string; gen: string }>;

/** For those who send the requests. */
export const developer: CompleteTranslation = /* @__PURE__ */ defineTranslation({
  language: 'lv',
  body: 'pieprasījums',
  none: 'neviens',
  features,
  members,
  templates: {
    'json.too_large':
      'pieprasījumā ir {actual} {actual:zero=baitu|one=baits|other=baiti}, bet pieļaujami ne vairāk kā {maximum}',
    'json.malformed': 'pieprasījums nav derīgs JSON: kļūda {line}. rindas {column}. kolonnā',
    'body.required': 'pieprasījums ir tukšs; bez satura sūta tikai pilnu atmaksu vai storno',
    'json.duplicate_key': '{member}: norādīts vairākas reizes; skaitās tikai pirmā vērtība',
    'json.ambiguous_key': '{member}: no cita norādītā lauka atšķiras tikai ar lielajiem un mazajiem burtiem',
    'field.number_as_string': '{member}: skaitlis ir rakstīts pēdiņās; rakstiet to bez pēdiņām',
    'field.type': '{member}: nepareizs tips; jābūt {expected}, bet ir {actual}',
    'number.out_of_range':
      '{member}: pārāk daudz ciparu; pieļaujami ne vairāk kā {integer_digits} pirms un {decimal_places} aiz komata',
    'number.binary_tail':
      '{member}: skaitlim ir binārā peldošā komata cipari, un to saprot kā {value}; noapaļojiet to pirms rakstīšanas',
    'field.null': '{member}: vērtība ir null; izlaidiet lauku vai aizpildiet to',
    'field.blank': '{member}: lauks ir tukšs; izlaidiet vai aizpildiet to',
    'field.misspelt': '{member}: šeit tāda lauka nav; vai domāts „{nearest}”, kura trūkst?',
    'field.unknown':
      '{member}: šeit tāda lauka nav; ja sūtāt to apzināti, ierakstiet to politikas sarakstā `members`',
    'field.control_characters': '{member}: satur vadības rakstzīmi, piemēram, rindas pārtraukumu',
    'order.client_required': 'trūkst {member.gen}; katram pasūtījumam {deny:vajadzīgs|ieteicams} klients',
    'order.products_required':
      '{missing:trūkst preču|preču saraksts ir tukšs}; bez precēm ir tikai pasūtījums, kas saglabā maksāšanas līdzekli vai kam `payment_system` ir AUTH',
    'order.auth_with_products':
      '{member}: vērtība ir AUTH, bet pasūtījumā ir preces; AUTH ir nulles summas pasūtījumiem bez precēm',
    'order.total_out_of_range': '{member}: katrai precei un kopsummai {deny:jābūt|vajadzētu būt} mazākai par {below}',
    'product.title_required': 'trūkst {member.gen}; katrai precei {deny:vajadzīgs|ieteicams} nosaukums',
    'product.price_required': 'trūkst {member.gen}; katrai precei {deny:vajadzīga|ieteicama} cena',
    'product.price_minimum': '{member}: {deny:jābūt|vajadzētu būt} vismaz {minimum}, nevis {actual}',
    'product.quantity_positive': '{member}: {deny:jābūt|vajadzētu būt} vairāk par {above}, nevis {actual}',
    'zero_amount.saving_required':
      'trūkst {member.gen}; pasūtījumam bez precēm ar AUTH {deny:jāsaglabā maksāšanas līdzeklis|vajadzētu saglabāt maksāšanas līdzekli}',
    'zero_amount.saves_nothing': '{member}: vērtība ir false, tāpēc nulles summas pasūtījums neko nesaglabā',
    'zero_amount.payment_system':
      '{member}: {deny:jābūt|vajadzētu būt} {expected}, jo pasūtījums bez precēm saglabā maksāšanas līdzekli',
    'zero_amount.payment_system_missing':
      'trūkst {member.gen}; pasūtījumu bez precēm, kas saglabā maksāšanas līdzekli, sūta ar {expected}',
    'zero_amount.skip_capture': '{member}: vērtība ir true, bet nulles summas pasūtījumā nav ko iekasēt',
    'compat.pair': '{at}nav savienojami: {features.1} un {features.0}',
    'compat.disputed': '{at}maksājumu vārtejas savietojamības tabula ir pretrunīga: {features.1} un {features.0}',
    'saving.setup_future_use_value': '{member}: {deny:jābūt|vajadzētu būt} vienai no šīm vērtībām: {one_of}',
    'saving.recurring_number_misplaced':
      '{member}: {deny:jāizlaiž|vajadzētu izlaist}, ja `setup_future_use` nav recurring',
    'saving.recurring_number_required': 'trūkst {member.gen}; šī banka to prasa regulāriem maksājumiem',
    'saving.original_client_required':
      'trūkst {member.gen}; pakalpojumā saglabāts maksāšanas līdzeklis pieder kādam klientam',
    'saving.travel_mode':
      '{member}: vērtība ir recurring, bet ar ceļojuma datiem {deny:jābūt|vajadzētu būt} vienai no šīm: {one_of}',
    'saving.travel_mode_missing':
      'trūkst {member.gen}; ar ceļojuma datiem {deny:jābūt|vajadzētu būt} vienai no šīm vērtībām: {one_of}',
    'saving.three_ds_required':
      'atslēgai 3-D Secure ir izslēgts, bet tas ir vajadzīgs, lai Eiropas tirgotājs saglabātu ES izdotu karti',
    'avs.address_required': 'trūkst {member.gen}; AVS {deny:vajadzīga|ieteicama} norēķinu adrese',
    'avs.zip_code_required': 'trūkst {member.gen}; AVS {deny:vajadzīgs|ieteicams} norēķinu adreses pasta indekss',
    'avs.issuer_support':
      'karte izdota valstī {issuer_country}; AVS jāatbalsta tikai ASV, Kanādas un Apvienotās Karalistes bankām',
    'avs.later_charge_without_address':
      'trūkst {member.gen}; ar AVS pasūtījums bez norēķinu adreses var neizdoties arī tad, ja maksā ar saglabātu līdzekli',
    'funding.recipient_required': 'trūkst {member.gen}; konta papildināšanai {deny:vajadzīgs|ieteicams} saņēmējs',
    'funding.recipient_field_required': 'trūkst {member.gen}; konta papildināšanai to {deny:vajag|ieteicams norādīt}',
    'funding.recipient_address_required':
      'trūkst {member.gen}; konta papildināšanai karšu tīklā to {deny:vajag|ieteicams norādīt}',
    'funding.same_as_client_missing':
      'trūkst {member.gen}; konta papildināšanai {deny:jānorāda|vajadzētu norādīt}, vai saņēmējs ir pats klients',
    'funding.same_as_client_mismatch': '{member}: atšķiras no klienta datiem, lai gan `same_as_client` ir true',
    'funding.account_type_format':
      '{member}: {deny:jāsastāv|vajadzētu sastāvēt} tieši no {digits} {digits:one=cipara|other=cipariem}',
    'funding.client_field_required':
      'trūkst {member.gen}; konta papildināšanai karšu tīklā to {deny:vajag|ieteicams norādīt}',
    'funding.client_state_required':
      'trūkst {member.gen}; konta papildināšanai ar valstī {issuer_country} izdotu karti to {deny:vajag|ieteicams norādīt}',
    'funding.client_advised': '{member}: {deny:jānorāda|vajadzētu norādīt}, kas maksā ({members})',
    'travel.exactly_one': '{member}: {deny:jābūt|vajadzētu būt} tieši vienam ceļojuma veidam; norādīts: {present}',
    'travel.date_format': '{member}: {deny:jāsastāv|vajadzētu sastāvēt} tieši no {digits} {digits:one=cipara|other=cipariem}',
    'travel.date_calendar': '{member}: tādas dienas kalendārā nav',
    'travel.date_order': '{member}: {second} ir pirms pirmā datuma, {first}',
    'travel.leg_order': '{member}: {second} ir pirms iepriekšējā posma izlidošanas, {first}',
    'travel.leg_airports': '{member}: tā ir lidosta, no kuras posms sākas',
    'travel.field_missing': 'trūkst {member.gen}; šāda veida ceļojuma datos to {deny:vajag|ieteicams norādīt}',
    'travel.airport_code':
      '{member}: {deny:jābūt|vajadzētu būt} lidostas kodam no trim vai četriem lielajiem burtiem, piemēram, RIX',
    'travel.carrier_code': '{member}: {deny:jābūt|vajadzētu būt} aviokompānijas IATA kodam, piemēram, BT',
    'travel.leg_count':
      '{member}: norādīts {actual}, bet ir {legs} {legs:zero=posmu|one=posms|other=posmi}',
    'capture.total_required': 'trūkst {member.gen}; katrai iekasēšanai to {deny:vajag|ieteicams norādīt}',
    'capture.total_minimum': '{member}: {deny:jābūt|vajadzētu būt} vismaz {minimum}, nevis {actual}',
    'capture.exceeds_order':
      '{member}: {deny:jābūt|vajadzētu būt} ne vairāk kā {maximum} (pasūtījuma summa), nevis {actual}',
    'capture.two_step_only': 'iekasēt var tikai divu soļu maksājumu, bet šis ir {scenario}',
    'capture.only_once': '{captured} jau ir iekasēts, un maksājumu var iekasēt tikai vienreiz',
    'capture.hold_expired':
      'maksājums veikts {paid_at} un rezervēts ne ilgāk kā līdz {held_until}; tagad ir {now}',
    'capture.reversed': 'maksājums ir stornēts, tāpēc vairs nav ko iekasēt',
    'refund.amount_required':
      'trūkst {member.gen}; daļējai atmaksai to {deny:vajag|ieteicams norādīt}, bet pilnu atmaksu sūta bez satura',
    'refund.amount_minimum': '{member}: {deny:jābūt|vajadzētu būt} vismaz {minimum}, nevis {actual}',
    'refund.exceeds_remaining':
      '{member}: {deny:jābūt|vajadzētu būt} ne vairāk kā {maximum} (maksājuma atlikums), nevis {actual}',
    'refund.nothing_left': '{refunded} jau ir atmaksāts, tāpēc vairs nav ko atmaksāt',
    'refund.full_after_partial':
      '{refunded} jau ir atmaksāts; skaidrāk ir sūtīt daļēju atmaksu par atlikumu, {remaining}',
    'refund.not_captured':
      'no šī divu soļu maksājuma vēl nekas nav iekasēts; {too_late_to_reverse:ļaujiet rezervācijai beigties|stornējiet to maksājuma dienā vai ļaujiet rezervācijai beigties}',
    'refund.too_old': 'atmaksāt var divus gadus; šis maksājums veikts {paid_at}, un tagad ir {now}',
    'refund.chargeback': 'maksājumam ir atprasījums, tāpēc banka var atmaksu noraidīt',
    'refund.reversed': 'maksājums ir stornēts, tāpēc vairs nav ko atmaksāt',
    'refund.of_avs':
      'maksājumam bija AVS, kas vārtejas savietojamības tabulā pie atmaksām un storno nav minēts; visticamāk, tas izdosies',
    'reversal.body_forbidden': 'storno sūta bez satura, jo tas vienmēr ir par visu summu',
    'reversal.same_day': 'stornēt var tikai maksājuma dienā; šis veikts {paid_on}, un tagad ir {today}',
    'reversal.after_partial_capture':
      'iekasēts tikai {captured} no {amount}, bet storno vienmēr ir par visu summu; tā vietā atmaksājiet iekasēto',
    'reversal.after_refund':
      '{refunded} jau ir atmaksāts, bet storno vienmēr ir par visu summu; tā vietā atmaksājiet atlikumu',
    'reversal.already_reversed': 'maksājums jau ir stornēts',
    'payout.amount_required': 'trūkst {member.gen}; katrai izmaksai to {deny:vajag|ieteicams norādīt}',
    'payout.amount_minimum': '{member}: {deny:jābūt|vajadzētu būt} vismaz {minimum}, nevis {actual}',
    'payout.ipsp_partner_only': 'SDWO izmaksu var veikt tikai IPSP partneri, un tirgotājs tāds nav',
    'payout.account_type_format':
      '{member}: {deny:jāsastāv|vajadzētu sastāvēt} tieši no {digits} {digits:one=cipara|other=cipariem}',
    'payout.field_missing': 'trūkst {member.gen}; {payout} bez tā {deny:nav iespējama|nav ieteicama}',
    'payout.field_not_used': '{member}: {payout} to neizmanto; izlaidiet šo lauku',
    'payout.a2a_one_person': '{member}: atšķiras no sūtītāja datiem, bet A2A izmaksa ir starp vienas personas kontiem',
    'payment.of_payout':
      'vārtejas saskarnes aprakstā kartes dati parādīti tikai pasūtījumiem, nevis izmaksām; pārbaudīts tikai zināmo lauku formāts',
    'payment.field_required': 'trūkst {member.gen}; katram kartes maksājumam to {deny:vajag|ieteicams norādīt}',
    'payment.csc_required': 'trūkst {member.gen}; bez tā ir tikai MOTO maksājums bez AVS',
    'payment.csc_with_moto': '{member}: MOTO maksājumā {deny:jāizlaiž|vajadzētu izlaist}',
    'payment.card_number_format':
      '{member}: {deny:jābūt|vajadzētu būt} no {minimum_digits} līdz {maximum_digits} cipariem bez atstarpēm',
    'payment.card_number_checksum': '{member}: nepareizs kontrolcipars, tāpēc numurs, visticamāk, ievadīts kļūdaini',
    'payment.csc_format': '{member}: {deny:jābūt|vajadzētu būt} {minimum_digits} vai {maximum_digits} cipariem',
    'payment.exp_year_digits':
      '{member}: {deny:jābūt|vajadzētu būt} gada pēdējiem diviem cipariem, no {minimum} līdz {maximum}',
    'payment.card_expired': 'kartei beidzies derīguma termiņš; pieprasījuma mēnesis ir {month}',
    'payment.ip_address_format': '{member}: {deny:jābūt|vajadzētu būt} IPv4 vai IPv6 adresei un nekam citam',
    'payment.saving_not_set_up':
      '{member}: vērtība ir true, bet pasūtījums saglabāšanu nesagatavoja ar `setup_future_use`',
    'payment.saved_by_merchant_missing':
      '{member}: {deny:jābūt|vajadzētu būt} true, jo pasūtījums saglabā maksāšanas līdzekli, kuru glabā tirgotājs',
    'payment.saved_by_merchant_misplaced':
      '{member}: vērtība ir true, bet maksāšanas līdzekli glabā pakalpojums; izlaidiet šo lauku',
    'payment.avs_without_address':
      '{member}: vērtība ir true, bet pasūtījumā nebija adreses un pasta indeksa, ko AVS salīdzina',
    'card.exp_month_range': '{member}: {deny:jābūt|vajadzētu būt} no {minimum} līdz {maximum}',
    'client.email_required': 'trūkst {member.gen}; katram klientam to {deny:vajag|ieteicams norādīt}',
    'tax.name_required': 'trūkst {member.gen}; katram nodoklim to {deny:vajag|ieteicams norādīt}',
    'tax.percent_required': 'trūkst {member.gen}; katram nodoklim to {deny:vajag|ieteicams norādīt}',
    'tax.percent_range': '{member}: {deny:jābūt|vajadzētu būt} no {minimum} līdz {maximum}, nevis {actual}',
    'date.format':
      '{member}: {deny:jābūt|vajadzētu būt} kalendāra dienai, rakstītai kā {format}, no 1900. līdz 2199. gadam',
    'date.birth_in_future': '{member}: tas ir pēc pieprasījuma dienas, {today}',
    'code.currency': '{member}: {deny:jābūt|vajadzētu būt} ISO 4217 valūtas kodam lielajiem burtiem, piemēram, EUR',
    'code.country':
      '{member}: {deny:jābūt|vajadzētu būt} ISO 3166-1 valsts kodam lielajiem burtiem, piemēram, LV vai LVA',
    'code.region': '{member}: {deny:jābūt|vajadzētu būt} reģiona kodam, piemēram, US-CA vai CA',
    'code.state':
      '{member}: {deny:jābūt|vajadzētu būt} štata vai provinces ({country}) diviem lielajiem burtiem, piemēram, {example}',
    'code.language': '{member}: {deny:jābūt|vajadzētu būt} ISO 639-1 valodas kodam, piemēram, lv vai en-GB',
    'amount.minor_units':
      '{member}: norādīts {actual}, bet summām valūtā {currency} ir {minor_units} {minor_units:zero=zīmju|one=zīme|other=zīmes} aiz komata; noapaļojiet',
    'amount.total_minor_units':
      '{member}: kopā ir {actual}, bet summām valūtā {currency} ir {minor_units} {minor_units:zero=zīmju|one=zīme|other=zīmes} aiz komata; noapaļojiet katras preces summu',
    'contact.email_format': '{member}: nav derīga e-pasta adrese',
    'descriptor.length':
      '{member}: ir {actual} {actual:zero=rakstzīmju|one=rakstzīme|other=rakstzīmes}, bet konta izrakstā redzamas ne vairāk kā {maximum}',
    'descriptor.characters':
      '{member}: {deny:jābūt|vajadzētu būt} vismaz vienam burtam un tikai ASCII rakstzīmēm bez leņķiekavām, atpakaļslīpsvītrām, pēdiņām un zvaigznītēm',
    'http.method': 'metodei {deny:jābūt|vajadzētu būt} {expected}{actual|, nevis |}',
    'http.path': 'ceļam {deny:jābūt|vajadzētu būt} {expected}, šīs operācijas galapunktam',
    'http.version_prefix': 'ceļam {deny:jābūt|vajadzētu būt} {expected}, ar versiju priekšā',
    'http.version': 'ceļā {deny:jābūt|vajadzētu būt} versijai {expected}, kuras noteikumi šie ir',
    'http.authorization':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tai {deny:jābūt|vajadzētu būt} Bearer un atslēgai',
    'http.content_type':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tai {deny:jābūt|vajadzētu būt} {expected}',
    'key.test_in_live': 'atslēga ir tikai testiem, bet šī ir īstā vide',
    'key.brand': 'atslēga nav derīga šī zīmola kartēm',
    'key.website': 'atslēga nav derīga šai vietnei',
    'webhook.method': 'metodei {deny:jābūt|vajadzētu būt} vienai no šīm: {one_of}{actual|, nevis |}',
    'webhook.content_type':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tai {deny:jābūt|vajadzētu būt} {expected}',
    'webhook.event':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tajā {deny:jābūt|vajadzētu būt} notikuma nosaukumam',
    'webhook.version':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tajā {deny:jābūt|vajadzētu būt} versijai, piemēram, v0.6',
    'webhook.host':
      'galvene {header} {missing:nav norādīta|ir nepareiza}; tajā {deny:jābūt|vajadzētu būt} paša domēnam',
    'webhook.source_address': 'paziņojums nāk no adreses, kas nav atļauta',
    'webhook.event_not_shown':
      'vārtejas saskarnes aprakstā parādīts tikai kartes notikumu saturs, tāpēc šī notikuma lauki netika pārbaudīti',
    'webhook.field_missing': 'kartes paziņojumā trūkst {member.gen}',
    'webhook.pan_not_masked':
      '{member}: redzami vairāk nekā {maximum_digits} {maximum_digits:one=cipars|other=cipari}, tātad kartes numurs nav maskēts',
  },
});

const nominatives = Object.fromEntries(
  Object.entries(members).map(([member, forms]) => [
    member,
    typeof forms === 'string' ? forms : forms.name,
  ]),
) as Record<Member, string>;

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'lv',
  body: 'jūsu dati',
  none: 'nekas',
  features,
  members: {
    ...nominatives,
    cardholder_name: { name: 'vārds uz kartes', acc: 'vārdu un uzvārdu tā, kā tie rakstīti uz kartes' },
    card_number: { name: 'kartes numurs', acc: 'kartes numuru' },
    exp_month: { name: 'derīguma termiņa mēnesis', acc: 'derīguma termiņa mēnesi' },
    exp_year: { name: 'derīguma termiņa gads', acc: 'derīguma termiņa gadu' },
    first_name: { name: 'vārds', acc: 'vārdu' },
    last_name: { name: 'uzvārds', acc: 'uzvārdu' },
    birth_date: { name: 'dzimšanas datums', acc: 'dzimšanas datumu' },
    country: { name: 'valsts', acc: 'valsti' },
    city: { name: 'pilsēta', acc: 'pilsētu' },
    address: { name: 'adrese', acc: 'adresi' },
    account_type: { name: 'konta veids', acc: 'konta veidu' },
    account_number: { name: 'konta numurs', acc: 'konta numuru' },
  },
  otherwise: 'Diemžēl šādu pasūtījumu nevaram pieņemt. Lūdzu, sazinieties ar mums.',
  templates: {
    'field.number_as_string': 'Lūdzu, ievadiet skaitli.',
    'field.type': 'Lūdzu, pārbaudiet šo lauku.',
    'number.out_of_range': 'Lūdzu, ievadiet īsāku skaitli.',
    'number.binary_tail': 'Lūdzu, noapaļojiet šo summu.',
    'field.null': 'Lūdzu, aizpildiet šo lauku.',
    'field.blank': 'Lūdzu, aizpildiet šo lauku.',
    'field.control_characters': 'Lūdzu, rakstiet visu vienā rindā.',
    'order.client_required': 'Lūdzu, ievadiet savus datus.',
    'order.products_required': 'Jūsu grozs ir tukšs.',
    'order.total_out_of_range': 'Pasūtījuma summai jābūt mazākai par {below}.',
    'product.title_required': 'Lūdzu, norādiet, ko pērkat.',
    'product.price_required': 'Lūdzu, ievadiet cenu.',
    'product.price_minimum': 'Cenai jābūt vismaz {minimum}.',
    'product.quantity_positive': 'Daudzumam jābūt lielākam par {above}.',
    'saving.setup_future_use_value': 'Lūdzu, izvēlieties, kam saglabāt karti.',
    'avs.address_required': 'Lūdzu, ievadiet savu norēķinu adresi.',
    'avs.zip_code_required': 'Lūdzu, ievadiet savas norēķinu adreses pasta indeksu.',
    'avs.later_charge_without_address':
      'Lūdzu, ievadiet arī savu norēķinu adresi, citādi maksājums var neizdoties.',
    'funding.recipient_required': 'Lūdzu, norādiet, kas saņems naudu.',
    'funding.recipient_field_required': 'Lūdzu, ievadiet saņēmēja {member.acc}.',
    'funding.recipient_address_required': 'Lūdzu, ievadiet saņēmēja adresi.',
    'funding.same_as_client_missing': 'Lūdzu, norādiet, vai naudu saņemsiet jūs pats.',
    'funding.same_as_client_mismatch': 'Tas neatbilst jūsu datiem, lai gan naudu saņemat jūs pats.',
    'funding.account_type_format':
      'Lūdzu, ievadiet tieši {digits} {digits:zero=ciparu|one=ciparu|other=ciparus}.',
    'funding.client_field_required': 'Lūdzu, ievadiet {member.acc}.',
    'funding.client_state_required': 'Lūdzu, ievadiet savu štatu.',
    'funding.client_advised': 'Lūdzu, ievadiet savu vārdu, uzvārdu un adresi.',
    'payment.field_required': 'Lūdzu, ievadiet {member.acc}.',
    'payment.csc_required': 'Lūdzu, ievadiet kartes drošības kodu.',
    'payment.csc_with_moto': 'Lūdzu, neievadiet drošības kodu.',
    'payment.card_number_format':
      '{incomplete:Kartes numurs vēl nav pilns.|Lūdzu, ievadiet tikai kartes numura ciparus.}',
    'payment.card_number_checksum':
      '{incomplete:Kartes numurs vēl nav pilns.|Lūdzu, pārbaudiet kartes numuru: vismaz viens cipars nav pareizs.}',
    'payment.csc_format': 'Drošības kodā ir {minimum_digits} vai {maximum_digits} cipari.',
    'payment.exp_year_digits': 'Lūdzu, ievadiet gada pēdējos divus ciparus.',
    'payment.card_expired':
      '{incomplete:Lūdzu, ievadiet gada pēdējos divus ciparus.|Šīs kartes derīguma termiņš ir beidzies.}',
    'card.exp_month_range': 'Lūdzu, ievadiet mēnesi kā skaitli no {minimum} līdz {maximum}.',
    'client.email_required': 'Lūdzu, ievadiet savu e-pasta adresi.',
    'date.format': 'Lūdzu, ievadiet datumu kā gads-mēnesis-diena, piemēram, 1991-09-30.',
    'date.birth_in_future': 'Šī diena vēl nav pienākusi.',
    'code.currency': 'Lūdzu, izvēlieties valūtu.',
    'code.country': 'Lūdzu, izvēlieties valsti.',
    'code.region': 'Lūdzu, pārbaudiet reģionu.',
    'code.state': 'Lūdzu, ievadiet sava štata divus burtus, piemēram, {example}.',
    'code.language': 'Lūdzu, izvēlieties valodu.',
    'amount.minor_units':
      'Lūdzu, ievadiet ne vairāk kā {minor_units} {minor_units:zero=zīmju|one=zīmi|other=zīmes} aiz komata.',
    'contact.email_format': '{incomplete:E-pasta adrese vēl nav pilna.|Lūdzu, pārbaudiet e-pasta adresi.}',
  },
});
