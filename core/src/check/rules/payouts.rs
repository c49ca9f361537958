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

const PAYOUT_AMOUNT_REQUIRED: Rule = Rule {
    number: 73,
    on: Operations::PAYOUTS,
    level: Deny,
    basis: Stated,
    message: "{member} is missing; every payout {deny:needs|should have} it",
    constraints: &[Constraint::new(Objects::Payout, &["amount"], Must::BePresent)],
    ..page!("payout.amount_required")
};

const PAYOUT_AMOUNT_MINIMUM: Rule = Rule {
    number: 74,
    on: Operations::PAYOUTS,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    constraints: &[Constraint::new(Objects::Payout, &["amount"], Must::BeAtLeast(Decimal::CENT))],
    ..page!("payout.amount_minimum")
};

const IPSP_PARTNER_ONLY: Rule = Rule {
    number: 75,
    on: Operations::of(&[Operation::PayoutSdwo]),
    level: Deny,
    basis: Stated,
    needs: &[Fact::MerchantIpspPartner],
    message: "only IPSP partners can make an SDWO payout, and the merchant isn't one",
    check: ipsp_partner_only,
    ..page!("payout.ipsp_partner_only")
};

fn ipsp_partner_only(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if !c.facts.ipsp_partner()? {
        findings.at_body(c);
    }
    HOLDS
}

const SENDER_ACCOUNT_TYPE_FORMAT: Rule = Rule {
    number: 76,
    on: Operations::PAYOUTS,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be exactly {digits} digits",
    constraints: &[Constraint::new(Objects::Payout, &["sender_account_type"], Must::HaveDigits(2))],
    ..page!("payout.account_type_format")
};

const FIELD_MISSING: Rule = Rule {
    number: 77,
    on: Operations::PAYOUTS,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing; {payout} {deny:needs|should have} it",
    params: &["payout"],
    check: field_missing,
    ..page!("payout.field_missing")
};

fn field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    report(c, findings, payout, expected(c.operation), true);
    HOLDS
}

const FIELD_NOT_USED: Rule = Rule {
    number: 78,
    on: Operations::PAYOUTS,
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Stated,
    message: "{member} isn't used by {payout}; leave it out",
    params: &["payout"],
    check: field_not_used,
    ..page!("payout.field_not_used")
};

fn field_not_used(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(payout) = c.payout else { return HOLDS };
    report(c, findings, payout, used(c.operation).others(), false);
    HOLDS
}

const A2A_ONE_PERSON: Rule = Rule {
    number: 130,
    on: Operations::of(&[Operation::PayoutA2a]),
    level: Warn,
    basis: Stated,
    message: "{member} isn't the sender's, but an A2A payout moves money between accounts of one \
              person",
    check: a2a_one_person,
    ..page!("payout.a2a_one_person")
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
