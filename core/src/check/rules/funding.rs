//! Account funding: who pays, and whose account is funded.

use super::prelude::*;
use super::text;
use crate::base::codes::Pairs;
use crate::model::document::{Field, Text, View};
use crate::model::facts::{AccountFunding, Known};
use crate::model::schema::{CLIENT, RECIPIENT};

section! {
    if is_funding => [
        RECIPIENT_REQUIRED, RECIPIENT_FIELD_REQUIRED, RECIPIENT_ADDRESS_REQUIRED, SAME_AS_CLIENT_MISSING,
        SAME_AS_CLIENT_MISMATCH, ACCOUNT_TYPE_FORMAT, CLIENT_FIELD_REQUIRED, CLIENT_STATE_REQUIRED,
        CLIENT_ADVISED,
    ],
}

/// The client's state is required if the card was issued in one of these countries.
static STATES_MATTER: Pairs = Pairs::new(b'A', "US CA");

fn is_funding(c: &Context<'_>) -> bool {
    c.is(Feature::AccountFunding)
}

fn is_by_card_network(c: &Context<'_>) -> Known<bool> {
    c.facts.account_funding().map(|kind| kind == AccountFunding::CardNetwork)
}

/// The payer's members that account funding by a card network needs.
const PAYER: u32 = positions(&CLIENT, PAYER_NAMES);
const PAYER_NAMES: &[&str] = &["first_name", "last_name", "country", "city", "address"];

/// The members that recipient and client share, by their positions in both.
const SHARED: [(u8, u8); 6] = [
    shared("first_name", "first_name"),
    shared("last_name", "last_name"),
    shared("birth_date", "birth_date"),
    shared("city", "city"),
    shared("country", "country"),
    shared("recipient_address", "address"),
];

const fn shared(of_recipient: &str, of_client: &str) -> (u8, u8) {
    (RECIPIENT.index_of(of_recipient), CLIENT.index_of(of_client))
}

const RECIPIENT_REQUIRED: Rule = Rule {
    needs: &[Fact::AccountFunding],
    message: "{member} is missing; account funding {deny:needs|should have} it",
    constraints: &[Objects::Order.must(&["recipient_client"], Must::BePresent)],
    when: Some(|c| Ok(c.facts.account_funding.is_some())),
    ..rule!(36, "funding.recipient_required", Deny, Stated, Operations::ORDER)
};

const RECIPIENT_FIELD_REQUIRED: Rule = Rule {
    message: "{member} is missing; account funding {deny:needs|should have} it",
    constraints: &[Objects::Recipient.must(
        &[
            "first_name",
            "last_name",
            "birth_date",
            "city",
            "country",
            "account_type",
            "account_number",
        ],
        Must::BePresent,
    )],
    ..rule!(37, "funding.recipient_field_required", Deny, Stated, Operations::ORDER)
};

const RECIPIENT_ADDRESS_REQUIRED: Rule = Rule {
    needs: &[Fact::AccountFunding],
    unchecked_members: &["/recipient_client/recipient_address"],
    message: "{member} is missing; account funding by a card network {deny:needs|should have} it",
    constraints: &[Objects::Recipient.must(&["recipient_address"], Must::BePresent)],
    when: Some(is_by_card_network),
    ..rule!(38, "funding.recipient_address_required", Deny, Stated, Operations::ORDER)
};

const SAME_AS_CLIENT_MISSING: Rule = Rule {
    message: "{member} is missing; account funding {deny:needs|should have} it, to say whether the recipient is \
              the client",
    constraints: &[Objects::Recipient.must(&["same_as_client"], Must::BePresent)],
    ..rule!(39, "funding.same_as_client_missing", Warn, Stated, Operations::ORDER)
};

const SAME_AS_CLIENT_MISMATCH: Rule = Rule {
    message: "{member} isn't the same as the client's, but `same_as_client` is true",
    check: |c, findings| {
        let Some(recipient) = c.recipient else { return HOLDS };
        let (true, Some(client)) = (recipient.same_as_client().is_true(), c.client) else {
            return HOLDS;
        };
        for (theirs, own) in SHARED {
            let theirs: Field<'_, Text<'_>> = recipient.object().field(theirs);
            if let (Some(a), Some(b)) = (text(theirs), text(client.object().field(own)))
                && a != b
            {
                findings.at(theirs);
            }
        }
        HOLDS
    },
    ..rule!(40, "funding.same_as_client_mismatch", Warn, Inferred, Operations::ORDER)
};

const ACCOUNT_TYPE_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be exactly {digits} digits",
    constraints: &[Objects::Recipient.must(&["account_type"], Must::HaveDigits(2))],
    ..rule!(41, "funding.account_type_format", Deny, Stated, Operations::ORDER)
};

const CLIENT_FIELD_REQUIRED: Rule = Rule {
    needs: &[Fact::AccountFunding],
    unchecked_members: &[
        "/client/first_name",
        "/client/last_name",
        "/client/country",
        "/client/city",
        "/client/address",
    ],
    message: "{member} is missing; account funding by a card network {deny:needs|should have} it",
    constraints: &[Objects::Client.must(PAYER_NAMES, Must::BePresent)],
    when: Some(is_by_card_network),
    ..rule!(42, "funding.client_field_required", Deny, Stated, Operations::ORDER)
};

const CLIENT_STATE_REQUIRED: Rule = Rule {
    fix: Fix::Add,
    needs: &[Fact::CardIssuerCountry],
    unchecked_members: &["/client/state"],
    message: "{member} is missing; account funding {deny:needs|should have} it, because the card was issued in \
              {issuer_country}",
    params: &["issuer_country"],
    check: |c, findings| {
        if let Some(client) = c.client
            && client.state().is_absent()
            && let issuer = c.facts.issuer_country()?
            && issuer.is_in(&STATES_MATTER)
        {
            findings.with(client.state(), [Param::code(issuer.code())]);
        }
        HOLDS
    },
    ..rule!(43, "funding.client_state_required", Deny, Stated, Operations::ORDER)
};

const CLIENT_ADVISED: Rule = Rule {
    fix: Fix::AddAll(PAYER_NAMES),
    needs: &[Fact::AccountFunding],
    message: "{member} has none of {members}, but account funding {deny:must|should} say who pays",
    params: &["members"],
    constants: &[Param::Members(&CLIENT, PAYER)],
    check: |c, findings| {
        let Some(order) = c.order else { return HOLDS };
        let Some(client) = c.client else { return HOLDS };
        let by_card_network = c.facts.account_funding == Some(AccountFunding::CardNetwork);
        findings
            .at_if(order.client(), !by_card_network && client.object().absent_of(PAYER) == PAYER)
    },
    ..rule!(44, "funding.client_advised", Warn, Stated, Operations::ORDER)
};
