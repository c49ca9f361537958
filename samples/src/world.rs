//! The world of made-up requests: people, places, goods, cards, money.

use std::cell::Cell;
use std::sync::LazyLock;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde::Deserialize;

use paylint::compatibility::Additions;
use paylint::{Feature, FeatureSet, Operation};

use crate::edges::edges;
use crate::facts::one;
use crate::node::Node;
use crate::rng::Rng;
use crate::times::{Times, at};

type Name = (&'static str, &'static str);

/// A city, with people who could live there: a row of `places.json`.
#[derive(Clone, Copy, Deserialize)]
struct City {
    country: &'static str,
    state: &'static str,
    city: &'static str,
    zip: &'static str,
    streets: [&'static str; 2],
    language: &'static str,
    currency: Currency,
    people: [Name; 3],
}

/// A currency: its code, its number of decimal places, and roughly how many minor units make a euro.
type Currency = (&'static str, u32, usize);

static CITIES: LazyLock<Vec<City>> =
    LazyLock::new(|| serde_json::from_str(include_str!("places.json")).expect("places.json"));

/// Goods: title, description, price in cents of a euro.
const GOODS: &[(&str, &str, usize)] = &[
    ("Stoneware mug, 350 ml", "Glazed by hand, dishwasher safe", 1450),
    ("Gravel bike, 56 cm", "Steel frame, hydraulic disc brakes, 2 × 11", 184_950),
    ("Café au lait bowl", "Faïence, blue rim", 1890),
    ("Kaffee, ganze Bohne, 1 kg", "Röstung für Espresso", 2490),
    ("Wool socks, 3 pairs", "Merino, size 39–42", 2700),
    ("E-book: Ceļš uz jūru", "EPUB and PDF", 799),
    ("Linen tablecloth", "140 × 250 cm, washed", 5400),
    ("Gift card", "Valid for two years", 2500),
];

/// Test numbers of card networks: the brand, the number, the length of the code.
const CARDS: &[(&str, &str, usize)] = &[
    ("visa", "4111111111111111", 3),
    ("mastercard", "5555555555554444", 3),
    ("amex", "378282246310005", 4),
    ("discover", "6011111111111117", 3),
    ("diners", "30569309025904", 3),
    ("jcb", "3530111333300000", 3),
];

/// Airlines: IATA code and name.
const CARRIERS: &[(&str, &str)] = &[("BT", "Air Baltic"), ("LH", "Lufthansa"), ("U2", "easyJet")];

/// Airports, by IATA code.
const AIRPORTS: &[&str] = &["RIX", "LHR", "CDG", "HND", "PDX", "ARN"];

/// A person at an address.
#[derive(Clone, Copy)]
struct Person {
    name: Name,
    birth_date: &'static str,
    place: &'static City,
    street: &'static str,
}

impl Person {
    fn any(rng: &mut Rng, all_scripts: bool) -> Person {
        let place = &CITIES[rng.below(CITIES.len())];
        let birth_date = rng.pick(&["1990-07-19", "1984-02-29", "2001-12-03", "1957-05-08"]);
        let is_latin =
            |name: &&Name| all_scripts || name.0.chars().all(|letter| letter < '\u{250}');
        let people: Vec<Name> = place.people.iter().filter(is_latin).copied().collect();
        let (name, street) = (rng.pick(&people), rng.pick(&place.streets));
        Person { name, birth_date, place, street }
    }
}

/// Features, and the member that activates each.
const TRIGGERS: &[(&str, &str)] = &[
    ("two_step", "/skip_capture"),
    ("zero_amount", "/payment_system"),
    ("payment_method_saving", "/setup_future_use"),
    ("travel_data", "/travel_data"),
    ("account_funding", "/recipient_client"),
    ("dynamic_descriptor", "/dynamic_descriptor"),
    ("service_location", "/service_location"),
    ("moto", "/is_moto"),
    ("sdwo_purchase", "/sdwo_merchant_id"),
    ("taxes", "/products/*/tax"),
    ("partial_refund", "/amount"),
];

/// The world behind one request's members and facts, which makes them consistent.
pub(crate) struct World {
    pub(crate) operation: Operation,
    client: Person,
    other: Person,
    /// Whether the recipient is the client.
    same: bool,
    /// The brand, the number, the length of the code.
    card: (&'static str, &'static str, usize),
    /// Amounts already paid and refunded, in minor units.
    paid: usize,
    refunded: usize,
    /// The position of the first product in [`GOODS`]; the others follow it.
    goods: usize,
    /// The position of the current product or leg.
    pub(crate) element: Cell<usize>,
    /// Number of the last travel date drawn: each is a day after the one before.
    day: Cell<i64>,
    carrier: (&'static str, &'static str),
    /// The airport where the first leg begins; each leg goes to the next in the list.
    airport: usize,
    /// The caller's current time.
    pub(crate) now: Option<DateTime<Utc>>,
    /// Whether the request should be realistic, and not only nearly valid.
    pub(crate) is_sample: bool,
    /// Required parts: names of features, and paths of members.
    wants: Vec<String>,
}

impl World {
    pub(crate) fn any(
        rng: &mut Rng,
        operation: Operation,
        wants: &[&str],
        all_scripts: bool,
    ) -> World {
        let client = Person::any(rng, all_scripts);
        let paid = 2000 + rng.below(400) * 50;
        World {
            operation,
            client,
            other: Person::any(rng, all_scripts),
            same: rng.chance(30),
            card: rng.pick(CARDS),
            paid,
            refunded: if rng.chance(40) { paid / 4 } else { 0 },
            goods: rng.below(GOODS.len()),
            element: Cell::new(0),
            day: Cell::new(rng.below(12) as i64),
            carrier: rng.pick(CARRIERS),
            airport: rng.below(AIRPORTS.len()),
            now: None,
            is_sample: false,
            wants: wants.iter().map(|want| (*want).to_owned()).collect(),
        }
    }

    /// Whether a feature is required.
    pub(crate) fn wants(&self, feature: &str) -> bool {
        self.wants.iter().any(|want| want == feature)
    }

    /// Whether a member, or one inside it, is required.
    pub(crate) fn wants_member(&self, path: &str) -> bool {
        self.wants.iter().any(|wanted| {
            let trigger = TRIGGERS.iter().find(|(feature, _)| feature == wanted);
            let wanted = trigger.map_or(wanted.as_str(), |(_, path)| path);
            wanted.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Whether no request can have all required parts.
    pub(crate) fn wants_too_much(&self) -> bool {
        let feature = |wanted: &String| {
            let is_of = |(feature, path): &&(&str, &str)| {
                feature == wanted || *feature != "two_step" && wanted.starts_with(path)
            };
            let trigger =
                TRIGGERS.iter().find(is_of).map_or(wanted.as_str(), |(feature, _)| feature);
            Feature::from_name(trigger)
        };
        let all: FeatureSet = self.wants.iter().filter_map(feature).collect();
        let clash = |one: Feature| {
            let others = Additions::to(FeatureSet::from_iter([one]));
            all.iter().any(|other| other != one && !others.allowed.contains(other))
        };
        all.iter().any(clash)
    }

    fn today(&self) -> DateTime<Utc> {
        self.now.unwrap_or_else(|| at("2026-11-20T00:00:00Z"))
    }

    pub(crate) fn currency(&self) -> &'static str {
        self.client.place.currency.0
    }

    /// An amount in minor units, written with all decimal places.
    fn money(&self, minor: usize) -> String {
        let digits = self.client.place.currency.1;
        let whole = 10_usize.pow(digits);
        match digits as usize {
            0 => minor.to_string(),
            width => format!("{}.{:0width$}", minor / whole, minor % whole),
        }
    }

    /// A price in euro cents, converted to the currency.
    fn price(&self, cents: usize) -> String {
        let (_, _, rate) = self.client.place.currency;
        self.money((cents * rate / 100).max(1))
    }

    /// Makes a usual value for a scalar member: of the right type, and mostly valid. `object` is the name of
    /// the surrounding object; empty at the top.
    pub(crate) fn value(&self, rng: &mut Rng, object: &str, name: &str) -> Node {
        let is_sender = name.starts_with("sender_");
        let of_other = match object {
            "recipient_client" => !self.same,
            _ => is_sender && self.operation != Operation::PayoutA2a,
        };
        let person = if of_other { &self.other } else { &self.client };
        let (first, last) = person.name;
        let airport = |end: usize| {
            AIRPORTS[(self.airport + self.element.get() + end) % AIRPORTS.len()].to_owned()
        };
        let goods = GOODS[(self.goods + self.element.get()) % GOODS.len()];
        let text = match name.strip_prefix("sender_").unwrap_or(name) {
            "price" => return Node::Number(self.price(goods.2)),
            "amount" | "total" => {
                let left =
                    self.paid - if self.operation == Operation::Refund { self.refunded } else { 0 };
                let some = rng.pick(&[left, left / 2, 1 + rng.clone().below(left)]);
                let is_text = self.operation == Operation::PayoutSdwo && rng.chance(60);
                let money = self.money(some);
                return if is_text { Node::Text(money) } else { Node::Number(money) };
            }
            "same_as_client" => return Node::Bool(self.same),
            "title" => goods.0.to_owned(),
            "description" => goods.1.to_owned(),
            "name" if self.operation == Operation::Tax => {
                return one(rng, edges("usual", "tax_name"));
            }
            "name" => format!("{first} {last}"),
            "cardholder_name" | "passenger_name" => format!("{first} {last}").to_uppercase(),
            "first_name" => first.to_owned(),
            "last_name" => last.to_owned(),
            "birth_date" => person.birth_date.to_owned(),
            "address" | "recipient_address" => person.street.to_owned(),
            "city" => person.place.city.to_owned(),
            "zip_code" | "postal_code" => person.place.zip.to_owned(),
            "state" => person.place.state.to_owned(),
            "country" | "issuer_country" => person.place.country.to_owned(),
            "region" => format!("{}-{}", person.place.country, person.place.state),
            "language" => person.place.language.to_owned(),
            "currency" => self.currency().to_owned(),
            "account_number" => format!("{}", 40_001_000 + rng.below(900)),
            "recurring_number" => format!("SUB-{}", 100 + rng.below(900)),
            "exp_year" => {
                let year = (self.today().year() + 1) as usize + rng.below(8);
                return Node::Number((year % 100).to_string());
            }
            "ticket_issue_date" => {
                let day = self.today() - TimeDelta::days(1 + rng.below(18) as i64);
                format!("{:02}{:02}{:02}", day.year() % 100, day.month(), day.day())
            }
            date if date.ends_with("_date") => {
                self.day.set(self.day.get() % 300 + 1);
                let day = self.today() + TimeDelta::days(11 + self.day.get());
                format!("{}{:02}{:02}", day.year(), day.month(), day.day())
            }
            "carrier_code" => self.carrier.0.to_owned(),
            "carrier_name" => self.carrier.1.to_owned(),
            "departure_airport" => airport(0),
            "destination_airport" => airport(1),
            "card_number" => self.card.1.to_owned(),
            "csc" => "0123"[4 - self.card.2..].to_owned(),
            "masked_pan" => {
                format!("{}******{}", &self.card.1[..6], &self.card.1[self.card.1.len() - 4..])
            }
            "card_type" => self.card.0.to_owned(),
            other if !edges("usual", other).is_empty() => return one(rng, edges("usual", other)),
            other => {
                let prefix: String =
                    other.split('_').filter_map(|word| word.chars().next()).collect();
                format!("{}-{}", prefix.to_uppercase(), 1000 + rng.below(9000))
            }
        };
        Node::Text(text)
    }

    /// Makes a usual value for a fact, if it is usually given.
    pub(crate) fn fact(&self, rng: &mut Rng, name: &str, times: &Times) -> Option<Node> {
        let is_order = self.operation == Operation::Order;
        let text = match name {
            "now" => times.now.clone(),
            "terminal" if self.wants("qcash") => "qcash".to_owned(),
            "terminal" if self.wants("sdwo_funding") => "sdwo_funding".to_owned(),
            "account_funding"
                if self.wants_member("/recipient_client") || is_order && rng.chance(8) =>
            {
                rng.pick(&["card_network", "other"]).to_owned()
            }
            "subsequent" => {
                let uses = ["recurring", "recurring_automatic", "one_click"];
                match uses.into_iter().find(|feature| self.wants(feature)) {
                    Some(wanted) => wanted.to_owned(),
                    None if is_order && rng.chance(10) => rng.pick(&uses).to_owned(),
                    None => return None,
                }
            }
            "merchant.utc_offset" => times.utc_offset.clone(),
            "merchant.avs_permission" => {
                return Some(Node::Bool(self.wants("avs") || rng.chance(35)));
            }
            "merchant.hold_days" => return Some(Node::Number(times.hold_days.to_string())),
            "card.issuer_country" => {
                rng.pick(&[self.client.place.country, self.client.place.country, "US"]).to_owned()
            }
            "card.brand" => self.card.0.to_owned(),
            "key.brands" => {
                return Some(Node::List([self.card.0, "maestro"].map(Node::text).to_vec()));
            }
            "order.scenario" if self.operation == Operation::Capture => "two_step".to_owned(),
            "order.scenario" => rng.pick(&["one_step", "two_step"]).to_owned(),
            "order.capabilities" => {
                let all = ["moto", "payment_method_saving", "taxes", "travel_data"];
                let some = all.into_iter().filter(|_| rng.chance(25));
                return Some(Node::List(some.map(Node::text).collect()));
            }
            "order.amount" => self.money(self.paid),
            "order.captured" if self.operation == Operation::Capture => "0".to_owned(),
            "order.captured" => self.money(self.paid),
            "order.refunded" if self.operation == Operation::Refund => self.money(self.refunded),
            "order.refunded" => "0".to_owned(),
            "order.last_refund" if self.operation == Operation::Refund && self.refunded > 0 => {
                self.money(self.refunded)
            }
            "order.last_refund" => return None,
            "order.paid" if self.operation == Operation::Payment => return Some(Node::Bool(false)),
            "order.currency" => self.currency().to_owned(),
            "order.paid_at" => times.paid_at.clone(),
            "request.path" => {
                let path = self.operation.path().unwrap_or("/do/8f3a");
                path.replace("{order_id}", rng.pick(&["ord_1", "42", "7c9e6679"]))
            }
            other if !edges("usual", other).is_empty() => {
                return Some(one(rng, edges("usual", other)));
            }
            _ => return None,
        };
        Some(Node::Text(text))
    }
}
