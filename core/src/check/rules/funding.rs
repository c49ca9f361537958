//! Account funding: who pays, and whose account is funded.

use super::prelude::*;
use super::{next_position, text};
use crate::model::document::{Field, Text, View};
use crate::model::facts::{AccountFunding, Countries, Known};
use crate::model::schema::{CLIENT, RECIPIENT};

section! {
    if is_funding => [
        RECIPIENT_REQUIRED,
        RECIPIENT_FIELD_REQUIRED,
        RECIPIENT_ADDRESS_REQUIRED,
        SAME_AS_CLIENT_MISSING,
        SAME_AS_CLIENT_MISMATCH,
        ACCOUNT_TYPE_FORMAT,
        CLIENT_FIELD_REQUIRED,
        CLIENT_STATE_REQUIRED,
        CLIENT_ADVISED,
    ],
}

/// If the card was issued here, the client's state is required.
const STATES_MATTER: Countries = Countries::of("US CA");

fn is_funding(c: &Context<'_>) -> bool {
    c.is(Feature::AccountFunding)
}

fn is_by_card_network(c: &Context<'_>) -> Known<bool> {
    c.facts.account_funding().map(|kind| kind == AccountFunding::CardNetwork)
}

/// What account funding by a card network must say of the payer.
const PAYER: u32 = positions(&CLIENT, PAYER_NAMES);
const PAYER_NAMES: &[&str] = &["first_name", "last_name", "country", "city", "address"];

/// What every account-funding payment must say of the recipient, except for the address.
const MANDATORY: u32 = positions(
    &RECIPIENT,
    &["first_name", "last_name", "birth_date", "city", "country", "account_type", "account_number"],
);

/// The members that recipient and client share.
const SHARED: u32 =
    positions(&RECIPIENT, &["first_name", "last_name", "birth_date", "city", "country"]);

/// For each position of a shared member in the recipient, its position in the client.
static IN_CLIENT: [u8; RECIPIENT.members.len()] = {
    let mut places = [0; RECIPIENT.members.len()];
    let mut at = 0;
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    while at < places.len() {
        if SHARED >> at & 1 == 1 {
            places[at] = CLIENT.index_of(RECIPIENT.members[at].name());
        }
        at += 1;
    }
    places
};

/// Account funding that isn't by a card network.
const BY_ANOTHER: &str = r#"{"account_funding":"other","card":{"issuer_country":"LV"}}"#;

/// An order that funds the account of a recipient.
const TO_BEN: &str = concat!(
    r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
    r#""products":[{"title":"Mug","price":12}],"recipient_client":{"first_name":"Ben","#,
    r#""last_name":"Cole","birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
    r#""account_type":"01","account_number":"1234567890","#,
    r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
);

/// Account funding by a card network.
const BY_CARD_NETWORK: &str =
    r#"{"account_funding":"card_network","card":{"issuer_country":"LV"}}"#;

const RECIPIENT_REQUIRED: Rule = Rule {
    number: 36,
    name: "funding.recipient_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::AccountFunding],
    message: "{member} is missing; account funding {deny:needs|should have} it",
    docs: Docs::new(
        "an account-funding payment has a recipient",
        "every account-funding payment requires recipient_client: it says whose account the money \
         goes to",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}]}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new("order", TO_BEN).facts(BY_ANOTHER),
    ),
    check: recipient_required,
    ..Rule::DEFAULT
};

fn recipient_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    if c.facts.account_funding.is_some() {
        require(findings, order.recipient_client());
    }
    HOLDS
}

const RECIPIENT_FIELD_REQUIRED: Rule = Rule {
    number: 37,
    name: "funding.recipient_field_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; account funding {deny:needs|should have} it",
    docs: Docs::new(
        "the recipient of account funding is fully described",
        "the object and all its fields are mandatory, except for the address, which has a rule of \
         its own, and the informative same_as_client; together they say who receives the money",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","recipient_address":"4 Mill Lane","#,
                r#""same_as_client":false}}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new("order", TO_BEN).facts(BY_ANOTHER),
    ),
    check: recipient_field_required,
    ..Rule::DEFAULT
};

fn recipient_field_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(recipient) = c.recipient else { return HOLDS };
    require_all(findings, recipient.object(), MANDATORY);
    HOLDS
}

const RECIPIENT_ADDRESS_REQUIRED: Rule = Rule {
    number: 38,
    name: "funding.recipient_address_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::AccountFunding],
    undecided: &["/recipient_client/recipient_address"],
    message: "{member} is missing; account funding by a card network {deny:needs|should have} it",
    docs: Docs::new(
        "funding by a card network carries the recipient's address",
        "recipient_address is the one field of the recipient that only account funding by a card \
         network needs; whether it is that is a fact you pass",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada","#,
                r#""last_name":"Berg","country":"LV","city":"Riga","address":"Pils iela 8"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","same_as_client":false}}"#
            ),
        )
        .facts(BY_CARD_NETWORK),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada","#,
                r#""last_name":"Berg","country":"LV","city":"Riga","address":"Pils iela 8"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
            ),
        )
        .facts(BY_CARD_NETWORK),
    ),
    check: recipient_address_required,
    ..Rule::DEFAULT
};

fn recipient_address_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(recipient) = c.recipient else { return HOLDS };
    let address = recipient.recipient_address();
    if address.is_absent() && is_by_card_network(c)? {
        findings.at(address);
    }
    HOLDS
}

const SAME_AS_CLIENT_MISSING: Rule = Rule {
    number: 39,
    name: "funding.same_as_client_missing",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; account funding {deny:needs|should have} it, to say whether the recipient is \
              the client",
    docs: Docs::new(
        "the recipient says whether it is the client",
        "the document calls all fields of the recipient mandatory, and this one only informative; \
         the two statements don't settle it, so this is a warning",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane"}}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new("order", TO_BEN).facts(BY_ANOTHER),
    ),
    check: same_as_client_missing,
    ..Rule::DEFAULT
};

fn same_as_client_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(recipient) = c.recipient else { return HOLDS };
    require(findings, recipient.same_as_client());
    HOLDS
}

const SAME_AS_CLIENT_MISMATCH: Rule = Rule {
    number: 40,
    name: "funding.same_as_client_mismatch",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't the same as the client's, but `same_as_client` is true",
    docs: Docs::new(
        "a recipient said to be the client has the client's data",
        "same_as_client copies nothing, it only states that the two are the same person (§2); if \
         both give a field and the values differ, the statement is wrong",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":true}}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ada","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":true}}"#
            ),
        )
        .facts(BY_ANOTHER),
    ),
    check: same_as_client_mismatch,
    ..Rule::DEFAULT
};

fn same_as_client_mismatch(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(recipient) = c.recipient else { return HOLDS };
    let (true, Some(client)) = (recipient.same_as_client().is_true(), c.client) else {
        return HOLDS;
    };
    let mut rest = SHARED;
    while let Some(at) = next_position(&mut rest) {
        let theirs: Field<'_, Text<'_>> = recipient.object().field(at);
        let Some(own) = invariant!(IN_CLIENT.get(usize::from(at))) else { return HOLDS };
        let own = client.object().field(*own);
        if let (Some(a), Some(b)) = (text(theirs), text(own))
            && a != b
        {
            findings.at(theirs);
        }
    }
    HOLDS
}

const ACCOUNT_TYPE_FORMAT: Rule = Rule {
    number: 41,
    name: "funding.account_type_format",
    on: Operations::ORDER,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be exactly {digits} digits",
    params: &["digits"],
    constants: &[Param::Integer(2)],
    docs: Docs::new(
        "the recipient's account type is two digits",
        "account_type is a two-digit code; a word or a single digit isn't one",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"1","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new("order", TO_BEN).facts(BY_ANOTHER),
    ),
    check: account_type_format,
    ..Rule::DEFAULT
};

fn account_type_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(recipient) = c.recipient else { return HOLDS };
    must(findings, recipient.account_type(), is_two_digits);
    HOLDS
}

const CLIENT_FIELD_REQUIRED: Rule = Rule {
    number: 42,
    name: "funding.client_field_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::AccountFunding],
    undecided: &[
        "/client/first_name",
        "/client/last_name",
        "/client/country",
        "/client/city",
        "/client/address",
    ],
    message: "{member} is missing; account funding by a card network {deny:needs|should have} it",
    docs: Docs::new(
        "funding by a card network carries the payer's name, country, city and address",
        "account funding by a card network requires these fields of the client, because it must \
         say who sends the money",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada","#,
                r#""last_name":"Berg","country":"LV","city":"Riga"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
            ),
        )
        .facts(BY_CARD_NETWORK),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada","#,
                r#""last_name":"Berg","country":"LV","city":"Riga","address":"Pils iela 8"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
            ),
        )
        .facts(BY_CARD_NETWORK),
    ),
    check: client_field_required,
    ..Rule::DEFAULT
};

fn client_field_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(client) = c.client else { return HOLDS };
    if client.object().absent_of(PAYER) != 0 && is_by_card_network(c)? {
        require_all(findings, client.object(), PAYER);
    }
    HOLDS
}

const CLIENT_STATE_REQUIRED: Rule = Rule {
    number: 43,
    name: "funding.client_state_required",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    needs: &[Fact::CardIssuerCountry],
    undecided: &["/client/state"],
    message: "{member} is missing; account funding {deny:needs|should have} it, because the card was issued in \
              {issuer_country}",
    params: &["issuer_country"],
    docs: Docs::new(
        "funding from a US or Canadian card carries the payer's state",
        "for these issuers client.state is mandatory in account-funding payments; the sentence \
         doesn't mention card networks, so it is read as applying to both kinds of funding",
        Example::new("order", TO_BEN)
            .facts(r#"{"account_funding":"other","card":{"issuer_country":"US"}}"#),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example","first_name":"Ada","state":"WA"},"#,
                r#""products":[{"title":"Mug","price":12}],"#,
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}}"#
            ),
        )
        .facts(r#"{"account_funding":"other","card":{"issuer_country":"US"}}"#),
    ),
    check: client_state_required,
    ..Rule::DEFAULT
};

fn client_state_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(client) = c.client
        && client.state().is_absent()
        && let issuer = c.facts.issuer_country()?
        && STATES_MATTER.contains(issuer)
    {
        findings.with(client.state(), [Param::code(issuer.code())]);
    }
    HOLDS
}

const CLIENT_ADVISED: Rule = Rule {
    number: 44,
    name: "funding.client_advised",
    on: Operations::ORDER,
    fix: Fix::AddAll(PAYER_NAMES),
    level: Warn,
    basis: Stated,
    source: Some("§4.10"),
    needs: &[Fact::AccountFunding],
    message: "{member} has none of {members}, but account funding {deny:must|should} say who pays",
    params: &["members"],
    constants: &[Param::Members(&CLIENT, PAYER)],
    docs: Docs::new(
        "an account-funding payment says something about the payer",
        "client information is advised in every account-funding order (§4.10); if it isn't \
         mandatory and there is none at all, this is a reminder",
        Example::new(
            "order",
            order!(
                r#""recipient_client":{"first_name":"Ben","last_name":"Cole","#,
                r#""birth_date":"1985-02-11","city":"Leeds","country":"GB","#,
                r#""account_type":"01","account_number":"1234567890","#,
                r#""recipient_address":"4 Mill Lane","same_as_client":false}"#
            ),
        )
        .facts(BY_ANOTHER),
        Example::new("order", TO_BEN).facts(BY_ANOTHER),
    ),
    check: client_advised,
    ..Rule::DEFAULT
};

fn client_advised(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(order) = c.order else { return HOLDS };
    let Some(client) = c.client else { return HOLDS };
    let by_card_network = c.facts.account_funding == Some(AccountFunding::CardNetwork);
    if !by_card_network && client.object().absent_of(PAYER) == PAYER {
        findings.at(order.client());
    }
    HOLDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_has_one_name() {
        let shared = |at: &usize| SHARED >> at & 1 == 1;
        for at in (0..RECIPIENT.members.len()).filter(shared) {
            assert_eq!(
                RECIPIENT.members[at].name(),
                CLIENT.members[usize::from(IN_CLIENT[at])].name()
            );
        }
    }
}
