//! Payouts.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::check::rules::codes::birth_date;
use crate::check::rules::text;
use crate::model::document::{Object, Present, View};
use crate::model::schema::{CLIENT, PAYOUT, Payout};

section! {
    [
        PAYOUT_AMOUNT_REQUIRED,
        PAYOUT_AMOUNT_MINIMUM,
        IPSP_PARTNER_ONLY,
        SENDER_ACCOUNT_TYPE_FORMAT,
        FIELD_MISSING,
        FIELD_NOT_USED,
        A2A_ONE_PERSON,
    ],
}

/// Which members §2 lists for an operation, as bits by position in document order.
#[derive(Clone, Copy)]
struct Listed {
    payout: u32,
    client: u32,
}

impl Listed {
    const fn new(payout: &[&str], client: &[&str]) -> Listed {
        Listed { payout: positions(&PAYOUT, payout), client: positions(&CLIENT, client) }
    }

    const fn union(self, more: Listed) -> Listed {
        Listed { payout: self.payout | more.payout, client: self.client | more.client }
    }

    /// What a payout may carry beside these. The members that it is merely recognised by are left out, and so is
    /// its signature.
    const fn others(self) -> Listed {
        const LAST: u32 = positions(&PAYOUT, &["currency"]);
        const MEMBERS: u32 = LAST | (LAST - 1);
        const OF_CLIENT: u32 = (1 << CLIENT.members.len()) - 1;
        Listed { payout: MEMBERS & !self.payout, client: OF_CLIENT & !self.client }
    }
}

/// The members that a payout should have.
const fn expected(operation: Operation) -> Listed {
    const PERSON: Listed = Listed::new(&["client", "currency"], &["first_name", "last_name"]);
    const SENDER: Listed = Listed::new(
        &[
            "sender_account_number",
            "sender_account_type",
            "sender_country",
            "sender_address",
            "sender_city",
            "sender_name",
            "sender_postal_code",
            "sender_birth_date",
        ],
        &[],
    );
    const WALLET: Listed = Listed::new(&["sender_name"], &["birth_date", "country", "city"]);
    match operation {
        Operation::PayoutA2a | Operation::PayoutP2p => PERSON.union(SENDER),
        Operation::PayoutSdwo => PERSON.union(WALLET),
        _ => PERSON,
    }
}

/// The members that a payout uses.
const fn used(operation: Operation) -> Listed {
    const AMOUNT: Listed = Listed::new(&["amount"], &[]);
    const CONTACT: Listed =
        Listed::new(&["language"], &["email", "send_to_email", "birth_date", "country"]);
    let listed = expected(operation).union(AMOUNT);
    match operation {
        Operation::PayoutSdwo => listed,
        _ => listed.union(CONTACT),
    }
}

/// Reports the listed members of a payout and its client that are absent, or those that are present. The client's
/// members come right after the client.
fn report(
    c: &Context<'_>,
    findings: &mut Findings<'_>,
    payout: Payout<'_>,
    listed: Listed,
    absent: bool,
) {
    let kind = || [c.scenario.map_or(Param::Nothing, Param::Feature)];
    const CLIENT_AT: u32 = positions(&PAYOUT, &["client"]);
    let chosen = |object: Object<'_>, positions| {
        if absent { object.absent_of(positions) } else { object.present_of(positions) }
    };
    let client = payout.client();
    let own = chosen(payout.object(), listed.payout);
    for field in members::<Present>(payout.object(), own | CLIENT_AT) {
        let is_client = field.is_same(client);
        if !is_client || own & CLIENT_AT != 0 {
            findings.with(field, kind());
        }
        if let (true, Some(client)) = (is_client, client.valid()) {
            let fields = chosen(client.object(), listed.client);
            for field in members::<Present>(client.object(), fields) {
                findings.with(field, kind());
            }
        }
    }
}

/// An A2A payout.
const A2A: &str =
    r#"{"client":{"first_name":"Ada","last_name":"Berg"},"amount":25,"currency":"EUR"}"#;

const PAYOUT_AMOUNT_REQUIRED: Rule = Rule {
    number: 73,
    name: "payout.amount_required",
    on: Operations::PAYOUTS,
    fix: Fix::Add,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is missing; every payout {deny:needs|should have} it",
    docs: Docs::new(
        "a payout says how much is paid out",
        "every payout uses the amount, which is at least 0.01, so none can do without it",
        Example::new(
            "payout_b2p",
            r#"{"client":{"first_name":"Ada","last_name":"Berg"},"currency":"EUR"}"#,
        ),
        Example::new("payout_b2p", A2A),
    ),
    check: payout_amount_required,
    ..Rule::DEFAULT
};

fn payout_amount_required(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    require(findings, payout.amount());
    HOLDS
}

const PAYOUT_AMOUNT_MINIMUM: Rule = Rule {
    number: 74,
    name: "payout.amount_minimum",
    on: Operations::PAYOUTS,
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    params: &["minimum", "actual"],
    constants: &[Param::Limit(Decimal::CENT)],
    docs: Docs::new(
        "a payout is at least 0.01",
        "the gateway refuses a payout under 0.01; in an SDWO payout the amount may be a string, \
         which is compared as the number that it spells",
        Example::new(
            "payout_b2p",
            r#"{"client":{"first_name":"Ada","last_name":"Berg"},"amount":0,"currency":"EUR"}"#,
        ),
        Example::new(
            "payout_b2p",
            concat!(
                r#"{"client":{"first_name":"Ada","last_name":"Berg"},"amount":0.01,"#,
                r#""currency":"EUR"}"#
            ),
        ),
    ),
    check: payout_amount_minimum,
    ..Rule::DEFAULT
};

fn payout_amount_minimum(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    at_least_a_cent(findings, payout.amount());
    HOLDS
}

const IPSP_PARTNER_ONLY: Rule = Rule {
    number: 75,
    name: "payout.ipsp_partner_only",
    on: Operations::of(&[Operation::PayoutSdwo]),
    level: Deny,
    basis: Stated,
    source: Some("§1, §4"),
    needs: &[Fact::MerchantIpspPartner],
    message: "only IPSP partners can make an SDWO payout, and the merchant isn't one",
    docs: Docs::new(
        "an SDWO payout comes from an IPSP partner",
        "payouts from a digital wallet to the card account are available only to IPSP partners; \
         others are refused, whatever the body says",
        Example::new(
            "payout_sdwo",
            concat!(
                r#"{"sender_name":"Ada Berg","client":{"first_name":"Ada","last_name":"Berg","#,
                r#""birth_date":"1990-03-17","country":"LV","city":"Riga"},"amount":"25.00","#,
                r#""currency":"EUR"}"#
            ),
        )
        .facts(r#"{"merchant":{"ipsp_partner":false}}"#),
        Example::new(
            "payout_sdwo",
            concat!(
                r#"{"sender_name":"Ada Berg","client":{"first_name":"Ada","last_name":"Berg","#,
                r#""birth_date":"1990-03-17","country":"LV","city":"Riga"},"amount":"25.00","#,
                r#""currency":"EUR"}"#
            ),
        )
        .facts(r#"{"merchant":{"ipsp_partner":true}}"#),
    ),
    check: ipsp_partner_only,
    ..Rule::DEFAULT
};

fn ipsp_partner_only(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if !c.facts.ipsp_partner()? {
        findings.at_body(c);
    }
    HOLDS
}

const SENDER_ACCOUNT_TYPE_FORMAT: Rule = Rule {
    number: 76,
    name: "payout.account_type_format",
    on: Operations::PAYOUTS,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be exactly {digits} digits",
    params: &["digits"],
    constants: &[Param::Integer(2)],
    docs: Docs::new(
        "the sender's account type is two digits",
        "sender_account_type is a two-digit code; a word such as savings isn't one",
        Example::new(
            "payout_p2p",
            concat!(
                r#"{"sender_account_number":"1234567890","sender_account_type":"savings","#,
                r#""sender_country":"LV","sender_address":"Pils iela 8","sender_city":"Riga","#,
                r#""sender_name":"Ada Berg","sender_postal_code":"LV-1050","#,
                r#""sender_birth_date":"1990-03-17","client":{"first_name":"Ben","#,
                r#""last_name":"Cole"},"amount":25,"currency":"EUR"}"#
            ),
        ),
        Example::new(
            "payout_p2p",
            concat!(
                r#"{"sender_account_number":"1234567890","sender_account_type":"01","#,
                r#""sender_country":"LV","sender_address":"Pils iela 8","sender_city":"Riga","#,
                r#""sender_name":"Ada Berg","sender_postal_code":"LV-1050","#,
                r#""sender_birth_date":"1990-03-17","client":{"first_name":"Ben","#,
                r#""last_name":"Cole"},"amount":25,"currency":"EUR"}"#
            ),
        ),
    ),
    check: sender_account_type_format,
    ..Rule::DEFAULT
};

fn sender_account_type_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    must(findings, payout.sender_account_type(), is_two_digits);
    HOLDS
}

const FIELD_MISSING: Rule = Rule {
    number: 77,
    name: "payout.field_missing",
    on: Operations::PAYOUTS,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    source: Some("§2"),
    message: "{member} is missing; {payout} {deny:needs|should have} it",
    params: &["payout"],
    docs: Docs::new(
        "a payout carries the members that its kind uses",
        "the document lists the members that each kind of payout uses without calling them \
         required; an issuer or a network is likely to refuse a payout that doesn't say who sends \
         and who receives",
        Example::new(
            "payout_b2p",
            r#"{"client":{"first_name":"Ada","last_name":"Berg"},"amount":25}"#,
        ),
        Example::new("payout_b2p", A2A),
    ),
    check: field_missing,
    ..Rule::DEFAULT
};

fn field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    report(c, findings, payout, expected(c.operation), true);
    HOLDS
}

const FIELD_NOT_USED: Rule = Rule {
    number: 78,
    name: "payout.field_not_used",
    on: Operations::PAYOUTS,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    source: Some("§2"),
    message: "{member} isn't used by {payout}; leave it out",
    params: &["payout"],
    docs: Docs::new(
        "a payout carries no members that its kind doesn't use",
        "a member that §2 doesn't list for this kind of payout is ignored at best; often the wrong \
         operation was called, such as B2P with a sender, which is P2P",
        Example::new(
            "payout_b2p",
            concat!(
                r#"{"sender_name":"Ada Berg","client":{"first_name":"Ada","#,
                r#""last_name":"Berg"},"amount":25,"currency":"EUR"}"#
            ),
        ),
        Example::new("payout_b2p", A2A),
    ),
    check: field_not_used,
    ..Rule::DEFAULT
};

fn field_not_used(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    report(c, findings, payout, used(c.operation).others(), false);
    HOLDS
}

const A2A_ONE_PERSON: Rule = Rule {
    number: 130,
    name: "payout.a2a_one_person",
    on: Operations::of(&[Operation::PayoutA2a]),
    level: Warn,
    basis: Stated,
    source: Some("§1"),
    message: "{member} isn't the sender's, but an A2A payout moves money between accounts of one \
              person",
    docs: Docs::new(
        "sender and client of an A2A payout were born on the same day",
        "A2A moves money between accounts of one individual (§1): two birth dates mean two people, \
         for whom P2P is the payout",
        Example::new(
            "payout_a2a",
            concat!(
                r#"{"sender_account_number":"1234567890","sender_account_type":"01","#,
                r#""sender_country":"LV","sender_address":"Brivibas iela 1","sender_city":"Riga","#,
                r#""sender_name":"Ada Berg","sender_postal_code":"LV-1001","#,
                r#""sender_birth_date":"1990-03-17","client":{"first_name":"Ada","last_name":"Berg","#,
                r#""birth_date":"1988-04-12"},"amount":25,"currency":"EUR"}"#
            ),
        ),
        Example::new(
            "payout_a2a",
            concat!(
                r#"{"sender_account_number":"1234567890","sender_account_type":"01","#,
                r#""sender_country":"LV","sender_address":"Brivibas iela 1","sender_city":"Riga","#,
                r#""sender_name":"Ada Berg","sender_postal_code":"LV-1001","#,
                r#""sender_birth_date":"1990-03-17","client":{"first_name":"Ada","last_name":"Berg","#,
                r#""birth_date":"1990-03-17"},"amount":25,"currency":"EUR"}"#
            ),
        ),
    ),
    check: a2a_one_person,
    ..Rule::DEFAULT
};

fn a2a_one_person(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let (Some(payout), Some(client)) = (c.payout, c.client) else { return HOLDS };
    let dates = [payout.sender_birth_date(), client.birth_date()];
    if let [Some(sender), Some(own)] = dates.map(|field| birth_date(text(field)?))
        && sender != own
    {
        findings.at(client.birth_date());
    }
    HOLDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::Shape;

    #[test]
    fn lists_of_names_are_sets_of_members() {
        let listed = Listed::new(&["amount"], &["email"]).union(Listed::new(&["currency"], &[]));
        let names = |shape: &Shape, bits: u32| -> Vec<&str> {
            let members = shape.members.iter().enumerate();
            let chosen = members.filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, member)| member.name()).collect()
        };
        let mut payout = names(&PAYOUT, listed.payout);
        payout.sort_unstable();
        assert_eq!(payout, ["amount", "currency"]);
        assert_eq!(names(&CLIENT, listed.client), ["email"]);
        for operation in [Operation::PayoutB2p, Operation::PayoutP2p, Operation::PayoutSdwo] {
            let (expected, used) = (expected(operation), used(operation));
            assert_eq!(expected.payout & used.payout, expected.payout, "{operation}");
            assert_eq!(expected.client & used.client, expected.client, "{operation}");
        }
    }

    #[test]
    fn a_name_that_the_type_does_not_know_does_not_compile() {
        assert!(std::panic::catch_unwind(|| positions(&PAYOUT, &["amuont"])).is_err());
    }
}
