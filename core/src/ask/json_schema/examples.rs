//! Whole bodies as examples.

use crate::model::operation::Operation;

/// Bodies that have no findings with the default policy and without facts.
pub(super) fn examples(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Order => &[ORDER, SAVING],
        Operation::Capture => &[r#"{"total":12}"#],
        Operation::Refund => &[r#"{"amount":12}"#],
        Operation::Reversal => &[], // not covered: it has no body
        Operation::PayoutA2a | Operation::PayoutP2p => &[PAYOUT],
        Operation::PayoutB2p | Operation::PayoutOg => {
            &[r#"{"client":{"first_name":"Ada","last_name":"Berg"},"amount":12,"currency":"EUR"}"#]
        }
        Operation::PayoutSdwo => &[SDWO_PAYOUT],
        Operation::Client => &[r#"{"email":"ada@mail.example"}"#],
        Operation::Tax => &[r#"{"name":"VAT","percent":21}"#],
        Operation::Payment => &[PAYMENT],
        Operation::CardWebhook => &[CARD_WEBHOOK],
    }
}

const ORDER: &str = concat!(
    r#"{"client":{"email":"ada@mail.example","first_name":"Ada","last_name":"Berg","#,
    r#""country":"LV","city":"Riga","address":"Brivibas 1","zip_code":"LV-1010"},"#,
    r#""products":[{"title":"Mug","price":12,"quantity":2}],"currency":"EUR","language":"en"}"#,
);

const SAVING: &str = concat!(
    r#"{"client":{"email":"ada@mail.example","original_client":"client-1001"},"#,
    r#""payment_system":"AUTH","setup_future_use":"one-click"}"#,
);

const PAYOUT: &str = concat!(
    r#"{"sender_account_number":"LV80BANK0000435195001","sender_account_type":"01","#,
    r#""sender_country":"LV","sender_address":"Brivibas 1","sender_city":"Riga","#,
    r#""sender_name":"Ada Berg","sender_postal_code":"LV-1010","#,
    r#""sender_birth_date":"1990-02-28","client":{"first_name":"Ada","last_name":"Berg"},"#,
    r#""amount":12,"currency":"EUR"}"#,
);

const SDWO_PAYOUT: &str = concat!(
    r#"{"sender_name":"Ada Berg","client":{"first_name":"Ada","last_name":"Berg","#,
    r#""birth_date":"1990-02-28","country":"LV","city":"Riga"},"amount":"12.00","#,
    r#""currency":"EUR"}"#,
);

const PAYMENT: &str = concat!(
    r#"{"cardholder_name":"ADA BERG","card_number":"4111111111111111","exp_month":12,"#,
    r#""exp_year":39,"csc":"123"}"#,
);

const CARD_WEBHOOK: &str = concat!(
    r#"{"id":"card-1001","transaction_type":"card","client":"client-1001","#,
    r#""merchant":"merchant-1001","masked_pan":"411111******1111","exp_month":12,"#,
    r#""exp_year":39,"is_default":true,"cardholder_name":"ADA BERG","product_type":"debit","#,
    r#""issuer_country":"LV","region_card_issuer":"Europe","card_type":"visa"}"#,
);
