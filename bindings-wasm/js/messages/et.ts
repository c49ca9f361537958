/**
 * Estonian messages: `shopper`, for those who fill in a form.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { Translation } from '../translation.js';

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'et',
  body: 'teie andmed',
  members: {
    cardholder_name: { name: 'nimi kaardil', acc: 'nimi nii, nagu see on kaardil' },
    card_number: { name: 'kaardi number', acc: 'kaardi number' },
    exp_month: { name: 'kehtivusaja kuu', acc: 'kehtivusaja kuu' },
    exp_year: { name: 'kehtivusaja aasta', acc: 'kehtivusaja aasta' },
    csc: { name: 'turvakood', acc: 'turvakood' },
    email: { name: 'e-posti aadress', acc: 'e-posti aadress' },
    first_name: { name: 'eesnimi', acc: 'eesnimi' },
    last_name: { name: 'perekonnanimi', acc: 'perekonnanimi' },
    birth_date: { name: 'sünnikuupäev', acc: 'sünnikuupäev' },
    country: { name: 'riik', acc: 'riik' },
    state: { name: 'osariik', acc: 'osariik' },
    city: { name: 'linn', acc: 'linn' },
    address: { name: 'aadress', acc: 'aadress' },
    zip_code: { name: 'postiindeks', acc: 'postiindeks' },
    account_type: { name: 'konto liik', acc: 'konto liik' },
    account_number: { name: 'konto number', acc: 'konto number' },
  },
  otherwise: 'Kahjuks ei saa me seda tellimust vastu võtta. Palun võtke meiega ühendust.',
  templates: {
    'field.number_as_string': 'Palun sisestage arv.',
    'field.type': 'Palun kontrollige seda välja.',
    'number.out_of_range': 'Palun sisestage lühem arv.',
    'number.binary_tail': 'Palun ümardage see summa.',
    'field.null': 'Palun täitke see väli.',
    'field.blank': 'Palun täitke see väli.',
    'field.control_characters': 'Palun kirjutage kõik ühele reale.',
    'text.card_number': 'Palun ärge kirjutage siia kaardi numbrit.',
    'order.client_required': 'Palun sisestage oma andmed.',
    'order.products_required': 'Teie ostukorv on tühi.',
    'order.email_missing': 'Palun sisestage oma e-posti aadress.',
    'order.total_out_of_range': 'Tellimuse summa peab olema väiksem kui {below}.',
    'product.title_required': 'Palun märkige, mida ostate.',
    'product.price_required': 'Palun sisestage hind.',
    'product.price_minimum': 'Hind peab olema vähemalt {minimum}.',
    'product.quantity_positive': 'Kogus peab olema suurem kui {above}.',
    'saving.setup_future_use_value': 'Palun valige, milleks kaart salvestada.',
    'avs.address_required': 'Palun sisestage oma arveldusaadress.',
    'avs.zip_code_required': 'Palun sisestage oma arveldusaadressi postiindeks.',
    'avs.later_charge_without_address': 'Palun sisestage ka oma arveldusaadress, muidu võib makse ebaõnnestuda.',
    'funding.recipient_required': 'Palun märkige, kes raha saab.',
    'funding.recipient_field_required': 'Palun sisestage saaja andmed: {member.acc}.',
    'funding.recipient_address_required': 'Palun sisestage saaja aadress.',
    'funding.same_as_client_missing': 'Palun märkige, kas raha saate teie ise.',
    'funding.same_as_client_mismatch': 'See erineb teie andmetest, kuigi raha saate teie ise.',
    'funding.account_type_format': 'Palun sisestage täpselt {digits} {digits:number|numbrit}.',
    'funding.client_field_required': 'Palun sisestage {member.acc}.',
    'funding.client_state_required': 'Palun sisestage oma osariik.',
    'funding.client_advised': 'Palun sisestage oma nimi ja aadress.',
    'payment.field_required': 'Palun sisestage {member.acc}.',
    'payment.csc_required': 'Palun sisestage kaardi turvakood.',
    'payment.csc_with_moto': 'Palun ärge sisestage turvakoodi.',
    'payment.card_number_format':
      '{incomplete:Kaardi number pole veel täielik.|Palun sisestage ainult kaardi numbri numbrid, kõige rohkem 19.}',
    'payment.card_number_checksum':
      '{incomplete:Kaardi number pole veel täielik.|Palun kontrollige kaardi numbrit: vähemalt üks number on vale.}',
    'payment.card_number_length':
      '{incomplete:Kaardi number pole veel täielik.|Kaardi numbris on liiga palju numbreid.}',
    'payment.csc_format': 'Turvakoodis on {minimum_digits} või {maximum_digits} numbrit.',
    'payment.csc_length': 'Selle kaardi turvakoodis on {minimum} numbrit.',
    'payment.exp_year_digits': 'Palun sisestage aasta kaks viimast numbrit.',
    'payment.card_expired':
      '{incomplete:Palun sisestage aasta kaks viimast numbrit.|Selle kaardi kehtivusaeg on lõppenud.}',
    'card.exp_month_range': 'Palun sisestage kuu arvuna {minimum} kuni {maximum}.',
    'client.email_required': 'Palun sisestage oma e-posti aadress.',
    'date.format': 'Palun sisestage kuupäev kujul aasta-kuu-päev, näiteks 1991-09-30.',
    'date.birth_in_future': 'See päev pole veel saabunud.',
    'code.currency': 'Palun valige valuuta.',
    'code.country': 'Palun valige riik.',
    'code.region': 'Palun kontrollige piirkonda.',
    'code.state': 'Palun sisestage oma osariigi kaks tähte, näiteks {example}.',
    'code.language': 'Palun valige keel.',
    'amount.minor_units': 'Palun sisestage kõige rohkem {minor_units} {minor_units:koht|kohta} pärast koma.',
    'contact.email_format': '{incomplete:E-posti aadress pole veel täielik.|Palun kontrollige e-posti aadressi.}',
    'payment.cardholder_name_format': 'Palun sisestage nimi nii, nagu see on kaardil.',
    'payment.exp_year_far': 'Palun kontrollige aastat: nii kaua ükski kaart ei kehti.',
    'payment.card_number_zero': 'Palun kontrollige kaardi numbrit: see ei saa alata nulliga.',
    'payment.card_number_brand': 'Palun kontrollige kaardi numbrit: sellist kaarti me ei tunne.',
    'payment.card_number_unusual':
      '{incomplete:Kaardi number pole veel täielik.|Palun kontrollige kaardi numbrit: see on tavatult pikk.}',
    'contact.email_undeliverable':
      '{incomplete:E-posti aadress pole veel täielik.|Palun kontrollige e-posti aadressi.}',
    'contact.email_typo': 'Palun kontrollige e-posti aadressi: kas mõtlesite {nearest}?',
  },
});
