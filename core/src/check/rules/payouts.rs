//! Payouts.

use super::prelude::*;
use crate::base::decimal::Decimal;
use crate::check::rules::codes::birth_date;
use crate::check::rules::text;
use crate::model::document::{Object, Present, View};
use crate::model::schema::{CLIENT, PAYOUT, Payout};

section! {
    [
        PAYOUT_AMOUNT_REQUIRED, PAYOUT_AMOUNT_MINIMUM, IPSP_PARTNER_ONLY, SENDER_ACCOUNT_TYPE_FORMAT,
        FIELD_MISSING, FIELD_NOT_USED, A2A_ONE_PERSON,
    ],
}

/// Members that §2 lists for an operation, as bits by position in document order.
#[derive(Clone, Copy)]
struct Members {
    payout: u32,
    client: u32,
}

impl Members {
    const fn new(payout: &[&str], client: &[&str]) -> Members {
        Members { payout: positions(&PAYOUT, payout), client: positions(&CLIENT, client) }
    }

    const fn union(self, more: Members) -> Members {
        Members { payout: self.payout | more.payout, client: self.client | more.client }
    }

    /// Members that a payout may have besides these, except its signature and members that are merely recognised.
    const fn others(self) -> Members {
        const LAST: u32 = positions(&PAYOUT, &["currency"]);
        const MEMBERS: u32 = LAST | (LAST - 1);
        const OF_CLIENT: u32 = (1 << CLIENT.members.len()) - 1;
        Members { payout: MEMBERS & !self.payout, client: OF_CLIENT & !self.client }
    }
}

/// The members that a payout should have.
const fn expected(operation: Operation) -> Members {
    const PERSON: Members = Members::new(&["client", "currency"], &["first_name", "last_name"]);
    const SENDER: Members = Members::new(
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
    const WALLET: Members = Members::new(&["sender_name"], &["birth_date", "country", "city"]);
    match operation {
        Operation::PayoutA2a | Operation::PayoutP2p => PERSON.union(SENDER),
        Operation::PayoutSdwo => PERSON.union(WALLET),
        _ => PERSON,
    }
}

/// The members that a payout uses.
const fn used(operation: Operation) -> Members {
    const AMOUNT: Members = Members::new(&["amount"], &[]);
    const CONTACT: Members =
        Members::new(&["language"], &["email", "send_to_email", "birth_date", "country"]);
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
    listed: Members,
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
    message: "{member} is missing; every payout {deny:needs|should have} it",
    constraints: &[Objects::Payout.must(&["amount"], Must::BePresent)],
    ..rule!(73, "payout.amount_required", Deny, Stated, Operations::PAYOUTS)
};

const PAYOUT_AMOUNT_MINIMUM: Rule = Rule {
    message: "{member} {deny:must|should} be at least {minimum}, not {actual}",
    constraints: &[Objects::Payout.must(&["amount"], Must::BeAtLeast(Decimal::CENT))],
    ..rule!(74, "payout.amount_minimum", Deny, Stated, Operations::PAYOUTS)
};

const IPSP_PARTNER_ONLY: Rule = Rule {
    needs: &[Fact::MerchantIpspPartner],
    message: "only IPSP partners can make an SDWO payout, and the merchant isn't one",
    check: |c, findings| findings.at_if(c, !c.facts.ipsp_partner()?),
    ..rule!(75, "payout.ipsp_partner_only", Deny, Stated, Operations::of(&[Operation::PayoutSdwo]))
};

const SENDER_ACCOUNT_TYPE_FORMAT: Rule = Rule {
    message: "{member} {deny:must|should} be exactly {digits} digits",
    constraints: &[Objects::Payout.must(&["sender_account_type"], Must::HaveDigits(2))],
    ..rule!(76, "payout.account_type_format", Deny, Stated, Operations::PAYOUTS)
};

const FIELD_MISSING: Rule = Rule {
    fix: Fix::Add,
    message: "{member} is missing; {payout} {deny:needs|should have} it",
    params: &["payout"],
    check: |c, findings| {
        let Some(payout) = c.payout else { return HOLDS };
        report(c, findings, payout, expected(c.operation), true);
        HOLDS
    },
    ..rule!(77, "payout.field_missing", Warn, Inferred, Operations::PAYOUTS)
};

const FIELD_NOT_USED: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} isn't used by {payout}; leave it out",
    params: &["payout"],
    check: |c, findings| {
        let Some(payout) = c.payout else { return HOLDS };
        report(c, findings, payout, used(c.operation).others(), false);
        HOLDS
    },
    ..rule!(78, "payout.field_not_used", Warn, Stated, Operations::PAYOUTS)
};

const A2A_ONE_PERSON: Rule = Rule {
    message: "{member} isn't the sender's, but an A2A payout moves money between accounts of one \
              person",
    check: |c, findings| {
        let (Some(payout), Some(client)) = (c.payout, c.client) else { return HOLDS };
        let dates = [payout.sender_birth_date(), client.birth_date()];
        if let [Some(sender), Some(own)] = dates.map(|field| birth_date(text(field)?))
            && sender != own
        {
            findings.at(client.birth_date());
        }
        HOLDS
    },
    ..rule!(130, "payout.a2a_one_person", Warn, Stated, Operations::of(&[Operation::PayoutA2a]))
};
