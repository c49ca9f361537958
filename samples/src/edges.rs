//! Values near the limits of rules, from `edges.json`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::value::RawValue;

use crate::node::Node;

type Section = BTreeMap<&'static str, Vec<Node>>;

static EDGES: LazyLock<BTreeMap<&str, Section>> = LazyLock::new(|| {
    type Raw = BTreeMap<&'static str, BTreeMap<&'static str, Vec<&'static RawValue>>>;
    let raw: Raw = serde_json::from_str(include_str!("edges.json")).expect("edges.json");
    let section = |lists: BTreeMap<&'static str, Vec<&RawValue>>| {
        let lists = lists.into_iter().flat_map(|(names, values)| {
            let values: Vec<Node> = values.into_iter().flat_map(Node::from_json).collect();
            names.split(' ').map(move |name| (name, values.clone()))
        });
        lists.collect()
    };
    raw.into_iter().map(|(name, lists)| (name, section(lists))).collect()
});

/// The values of a list; empty if there is none of this name.
pub(crate) fn edges(section: &str, name: &str) -> &'static [Node] {
    EDGES.get(section).and_then(|lists| lists.get(name)).map_or(&[], Vec::as_slice)
}

/// The values for a member of a body.
pub(crate) fn of_member(name: &str) -> &'static [Node] {
    let plain = name.trim_start_matches("sender_").trim_start_matches("issuer_");
    match edges("members", plain) {
        [] => edges("members", "text"),
        known => known,
    }
}
