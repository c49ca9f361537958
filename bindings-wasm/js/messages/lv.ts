/**
 * Latvian messages: `shopper`, for those who fill in a form.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { Translation } from '../translation.js';

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'lv',
  body: 'jūsu dati',
  members: {
    cardholder_name: { name: 'vārds uz kartes', acc: 'vārdu un uzvārdu tā, kā tie rakstīti uz kartes' },
    card_number: { name: 'kartes numurs', acc: 'kartes numuru' },
    exp_month: { name: 'derīguma termiņa mēnesis', acc: 'derīguma termiņa mēnesi' },
    exp_year: { name: 'derīguma termiņa gads', acc: 'derīguma termiņa gadu' },
    csc: { name: 'drošības kods', acc: 'drošības kodu' },
    email: { name: 'e-pasta adrese', acc: 'e-pasta adresi' },
    first_name: { name: 'vārds', acc: 'vārdu' },
    last_name: { name: 'uzvārds', acc: 'uzvārdu' },
    birth_date: { name: 'dzimšanas datums', acc: 'dzimšanas datumu' },
    country: { name: 'valsts', acc: 'valsti' },
    state: { name: 'štats', acc: 'štatu' },
    city: { name: 'pilsēta', acc: 'pilsētu' },
    address: { name: 'adrese', acc: 'adresi' },
    zip_code: { name: 'pasta indekss', acc: 'pasta indeksu' },
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
    'text.card_number': 'Lūdzu, nerakstiet šeit kartes numuru.',
    'order.client_required': 'Lūdzu, ievadiet savus datus.',
    'order.products_required': 'Jūsu grozs ir tukšs.',
    'order.email_missing': 'Lūdzu, ievadiet savu e-pasta adresi.',
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
      '{incomplete:Kartes numurs vēl nav pilns.|Lūdzu, ievadiet tikai kartes numura ciparus, ne vairāk kā 19.}',
    'payment.card_number_checksum':
      '{incomplete:Kartes numurs vēl nav pilns.|Lūdzu, pārbaudiet kartes numuru: vismaz viens cipars nav pareizs.}',
    'payment.card_number_length':
      '{incomplete:Kartes numurs vēl nav pilns.|Kartes numurā ir par daudz ciparu.}',
    'payment.csc_format': 'Drošības kodā ir {minimum_digits} vai {maximum_digits} cipari.',
    'payment.csc_length': 'Šīs kartes drošības kodā ir {minimum} cipari.',
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
    'payment.cardholder_name_format': 'Lūdzu, ievadiet vārdu, kas ir uz kartes.',
    'payment.exp_year_far': 'Šis gads ir pārāk tālu nākotnē. Lūdzu, pārbaudiet to.',
    'payment.card_number_zero': 'Lūdzu, pārbaudiet kartes numuru: tas nevar sākties ar 0.',
    'payment.card_number_brand': 'Lūdzu, pārbaudiet kartes numuru: šādu karti nepazīstam.',
    'payment.card_number_unusual':
      '{incomplete:Kartes numurs vēl nav pilns.|Lūdzu, pārbaudiet kartes numuru: tas ir neparasti garš.}',
    'contact.email_undeliverable': '{incomplete:E-pasta adrese vēl nav pilna.|Lūdzu, pārbaudiet e-pasta adresi.}',
    'contact.email_typo': 'Lūdzu, pārbaudiet e-pasta adresi: vai domājāt {nearest}?',
  },
});
