/**
 * Russian messages: `shopper`, for those who fill in a form.
 *
 * @packageDocumentation
 */
import { defineTranslation } from '../translation.js';
import type { Translation } from '../translation.js';

/** For those who fill in a form: short, and in the second person. */
export const shopper: Translation = /* @__PURE__ */ defineTranslation({
  language: 'ru',
  body: 'ваши данные',
  members: {
    cardholder_name: { name: 'имя на карте', acc: 'имя и фамилию так, как они указаны на карте' },
    card_number: { name: 'номер карты', acc: 'номер карты' },
    exp_month: { name: 'месяц окончания срока действия', acc: 'месяц окончания срока действия' },
    exp_year: { name: 'год окончания срока действия', acc: 'год окончания срока действия' },
    csc: { name: 'код безопасности', acc: 'код безопасности' },
    email: { name: 'адрес электронной почты', acc: 'адрес электронной почты' },
    first_name: { name: 'имя', acc: 'имя' },
    last_name: { name: 'фамилия', acc: 'фамилию' },
    birth_date: { name: 'дата рождения', acc: 'дату рождения' },
    country: { name: 'страна', acc: 'страну' },
    state: { name: 'штат', acc: 'штат' },
    city: { name: 'город', acc: 'город' },
    address: { name: 'адрес', acc: 'адрес' },
    zip_code: { name: 'почтовый индекс', acc: 'почтовый индекс' },
    account_type: { name: 'вид счёта', acc: 'вид счёта' },
    account_number: { name: 'номер счёта', acc: 'номер счёта' },
  },
  otherwise: 'К сожалению, мы не можем принять такой заказ. Пожалуйста, свяжитесь с нами.',
  templates: {
    'field.number_as_string': 'Введите число.',
    'field.type': 'Проверьте это поле.',
    'number.out_of_range': 'Введите число покороче.',
    'number.binary_tail': 'Округлите эту сумму.',
    'field.null': 'Заполните это поле.',
    'field.blank': 'Заполните это поле.',
    'field.control_characters': 'Напишите всё в одну строку.',
    'text.card_number': 'Не пишите здесь номер карты.',
    'order.client_required': 'Введите свои данные.',
    'order.products_required': 'Ваша корзина пуста.',
    'order.email_missing': 'Введите адрес электронной почты.',
    'order.total_out_of_range': 'Сумма заказа должна быть меньше {below}.',
    'product.title_required': 'Укажите, что вы покупаете.',
    'product.price_required': 'Введите цену.',
    'product.price_minimum': 'Цена должна быть не меньше {minimum}.',
    'product.quantity_positive': 'Количество должно быть больше {above}.',
    'saving.setup_future_use_value': 'Выберите, для чего сохранить карту.',
    'avs.address_required': 'Введите платёжный адрес.',
    'avs.zip_code_required': 'Введите почтовый индекс платёжного адреса.',
    'avs.later_charge_without_address': 'Введите и платёжный адрес, иначе платёж может не пройти.',
    'funding.recipient_required': 'Укажите, кто получит деньги.',
    'funding.recipient_field_required': 'Введите данные получателя: {member.acc}.',
    'funding.recipient_address_required': 'Введите адрес получателя.',
    'funding.same_as_client_missing': 'Укажите, получите ли деньги вы сами.',
    'funding.same_as_client_mismatch': 'Это не совпадает с вашими данными, хотя деньги получаете вы сами.',
    'funding.account_type_format': 'Введите ровно {digits} {digits:one=цифру|few=цифры|other=цифр}.',
    'funding.client_field_required': 'Введите {member.acc}.',
    'funding.client_state_required': 'Введите штат.',
    'funding.client_advised': 'Введите имя, фамилию и адрес.',
    'payment.field_required': 'Введите {member.acc}.',
    'payment.csc_required': 'Введите код безопасности карты.',
    'payment.csc_with_moto': 'Не вводите код безопасности.',
    'payment.card_number_format':
      '{incomplete:Номер карты введён не полностью.|Введите только цифры номера карты, не больше 19.}',
    'payment.card_number_checksum':
      '{incomplete:Номер карты введён не полностью.|Проверьте номер карты: хотя бы одна цифра неверна.}',
    'payment.card_number_length':
      '{incomplete:Номер карты введён не полностью.|В номере карты слишком много цифр.}',
    'payment.csc_format': 'В коде безопасности {minimum_digits} или {maximum_digits} цифры.',
    'payment.csc_length': 'В коде безопасности этой карты {minimum} цифры.',
    'payment.exp_year_digits': 'Введите две последние цифры года.',
    'payment.card_expired':
      '{incomplete:Введите две последние цифры года.|Срок действия этой карты истёк.}',
    'card.exp_month_range': 'Введите месяц числом от {minimum} до {maximum}.',
    'client.email_required': 'Введите адрес электронной почты.',
    'date.format': 'Введите дату так: год-месяц-день, например 1991-09-30.',
    'date.birth_in_future': 'Этот день ещё не наступил.',
    'code.currency': 'Выберите валюту.',
    'code.country': 'Выберите страну.',
    'code.region': 'Проверьте регион.',
    'code.state': 'Введите две буквы штата, например {example}.',
    'code.language': 'Выберите язык.',
    'amount.minor_units':
      'После запятой введите не больше {minor_units} {minor_units:one=знака|few=знаков|other=знаков}.',
    'contact.email_format':
      '{incomplete:Адрес электронной почты введён не полностью.|Проверьте адрес электронной почты.}',
    'payment.cardholder_name_format': 'Введите имя и фамилию так, как они указаны на карте.',
    'payment.exp_year_far': 'Проверьте год: так долго не действует ни одна карта.',
    'payment.card_number_zero': 'Проверьте номер карты: он не может начинаться с нуля.',
    'payment.card_number_brand': 'Проверьте номер карты: такая карта нам неизвестна.',
    'payment.card_number_unusual':
      '{incomplete:Номер карты введён не полностью.|Проверьте номер карты: он необычно длинный.}',
    'contact.email_undeliverable':
      '{incomplete:Адрес электронной почты введён не полностью.|Проверьте адрес электронной почты.}',
    'contact.email_typo': 'Проверьте адрес электронной почты: вы имели в виду {nearest}?',
  },
});
