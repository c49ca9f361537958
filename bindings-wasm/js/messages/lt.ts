/**
 * Lithuanian messages: `shopper`, for those who fill in a form.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { Translation } from '../translation.js';

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'lt',
  body: 'jūsų duomenys',
  members: {
    cardholder_name: { name: 'vardas ant kortelės', acc: 'vardą ir pavardę taip, kaip nurodyta ant kortelės' },
    card_number: { name: 'kortelės numeris', acc: 'kortelės numerį' },
    exp_month: { name: 'galiojimo mėnuo', acc: 'galiojimo mėnesį' },
    exp_year: { name: 'galiojimo metai', acc: 'galiojimo metus' },
    csc: { name: 'saugos kodas', acc: 'saugos kodą' },
    email: { name: 'el. pašto adresas', acc: 'el. pašto adresą' },
    first_name: { name: 'vardas', acc: 'vardą' },
    last_name: { name: 'pavardė', acc: 'pavardę' },
    birth_date: { name: 'gimimo data', acc: 'gimimo datą' },
    country: { name: 'šalis', acc: 'šalį' },
    state: { name: 'valstija', acc: 'valstiją' },
    city: { name: 'miestas', acc: 'miestą' },
    address: { name: 'adresas', acc: 'adresą' },
    zip_code: { name: 'pašto kodas', acc: 'pašto kodą' },
    account_type: { name: 'sąskaitos rūšis', acc: 'sąskaitos rūšį' },
    account_number: { name: 'sąskaitos numeris', acc: 'sąskaitos numerį' },
  },
  otherwise: 'Deja, tokio užsakymo priimti negalime. Susisiekite su mumis.',
  templates: {
    'field.number_as_string': 'Įveskite skaičių.',
    'field.type': 'Patikrinkite šį lauką.',
    'number.out_of_range': 'Įveskite trumpesnį skaičių.',
    'number.binary_tail': 'Suapvalinkite šią sumą.',
    'field.null': 'Užpildykite šį lauką.',
    'field.blank': 'Užpildykite šį lauką.',
    'field.control_characters': 'Rašykite viską vienoje eilutėje.',
    'text.card_number': 'Nerašykite čia kortelės numerio.',
    'order.client_required': 'Įveskite savo duomenis.',
    'order.products_required': 'Jūsų krepšelis tuščias.',
    'order.email_missing': 'Įveskite savo el. pašto adresą.',
    'order.total_out_of_range': 'Užsakymo suma turi būti mažesnė už {below}.',
    'product.title_required': 'Nurodykite, ką perkate.',
    'product.price_required': 'Įveskite kainą.',
    'product.price_minimum': 'Kaina turi būti ne mažesnė kaip {minimum}.',
    'product.quantity_positive': 'Kiekis turi būti didesnis už {above}.',
    'saving.setup_future_use_value': 'Pasirinkite, kam įrašyti kortelę.',
    'avs.address_required': 'Įveskite savo atsiskaitymo adresą.',
    'avs.zip_code_required': 'Įveskite savo atsiskaitymo adreso pašto kodą.',
    'avs.later_charge_without_address': 'Įveskite ir savo atsiskaitymo adresą, kitaip mokėjimas gali nepavykti.',
    'funding.recipient_required': 'Nurodykite, kas gaus pinigus.',
    'funding.recipient_field_required': 'Įveskite gavėjo duomenis: {member.acc}.',
    'funding.recipient_address_required': 'Įveskite gavėjo adresą.',
    'funding.same_as_client_missing': 'Nurodykite, ar pinigus gausite jūs patys.',
    'funding.same_as_client_mismatch': 'Tai nesutampa su jūsų duomenimis, nors pinigus gaunate jūs patys.',
    'funding.account_type_format':
      'Įveskite lygiai {digits} {digits:one=skaitmenį|few=skaitmenis|other=skaitmenų}.',
    'funding.client_field_required': 'Įveskite {member.acc}.',
    'funding.client_state_required': 'Įveskite savo valstiją.',
    'funding.client_advised': 'Įveskite savo vardą, pavardę ir adresą.',
    'payment.field_required': 'Įveskite {member.acc}.',
    'payment.csc_required': 'Įveskite kortelės saugos kodą.',
    'payment.csc_with_moto': 'Neįveskite saugos kodo.',
    'payment.card_number_format':
      '{incomplete:Kortelės numeris dar neišsamus.|Įveskite tik kortelės numerio skaitmenis, ne daugiau kaip 19.}',
    'payment.card_number_checksum':
      '{incomplete:Kortelės numeris dar neišsamus.|Patikrinkite kortelės numerį: bent vienas skaitmuo neteisingas.}',
    'payment.card_number_length':
      '{incomplete:Kortelės numeris dar neišsamus.|Kortelės numeryje per daug skaitmenų.}',
    'payment.csc_format': 'Saugos kodą sudaro {minimum_digits} arba {maximum_digits} skaitmenys.',
    'payment.csc_length': 'Šios kortelės saugos kodą sudaro {minimum} skaitmenys.',
    'payment.exp_year_digits': 'Įveskite du paskutinius metų skaitmenis.',
    'payment.card_expired':
      '{incomplete:Įveskite du paskutinius metų skaitmenis.|Šios kortelės galiojimas baigėsi.}',
    'card.exp_month_range': 'Įveskite mėnesį skaičiumi nuo {minimum} iki {maximum}.',
    'client.email_required': 'Įveskite savo el. pašto adresą.',
    'date.format': 'Įveskite datą taip: metai-mėnuo-diena, pavyzdžiui, 1991-09-30.',
    'date.birth_in_future': 'Ši diena dar neatėjo.',
    'code.currency': 'Pasirinkite valiutą.',
    'code.country': 'Pasirinkite šalį.',
    'code.region': 'Patikrinkite regioną.',
    'code.state': 'Įveskite dvi savo valstijos raides, pavyzdžiui, {example}.',
    'code.language': 'Pasirinkite kalbą.',
    'amount.minor_units':
      'Po kablelio įveskite ne daugiau kaip {minor_units} {minor_units:one=skaitmenį|few=skaitmenis|other=skaitmenų}.',
    'contact.email_format':
      '{incomplete:El. pašto adresas dar neišsamus.|Patikrinkite el. pašto adresą.}',
    'payment.cardholder_name_format': 'Įveskite vardą ir pavardę taip, kaip nurodyta ant kortelės.',
    'payment.exp_year_far': 'Patikrinkite metus: tiek ilgai jokia kortelė negalioja.',
    'payment.card_number_zero': 'Patikrinkite kortelės numerį: jis negali prasidėti nuliu.',
    'payment.card_number_brand': 'Patikrinkite kortelės numerį: tokios kortelės nepažįstame.',
    'payment.card_number_unusual':
      '{incomplete:Kortelės numeris dar neišsamus.|Patikrinkite kortelės numerį: jis neįprastai ilgas.}',
    'contact.email_undeliverable':
      '{incomplete:El. pašto adresas dar neišsamus.|Patikrinkite el. pašto adresą.}',
    'contact.email_typo': 'Patikrinkite el. pašto adresą: gal turėjote omenyje {nearest}?',
  },
});
