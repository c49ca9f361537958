//! The routes of the mock's paths.

use http::Method;
use paylint::Operation;

/// Target of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// The list of controls.
    Help,
    /// A call by which a test controls the mock.
    Control,
    /// An operation of the document, or a card post.
    Operation(Operation),
    /// One order, client or tax, by the operation that creates it.
    One(Operation),
    /// The list of orders or clients, by the same.
    All(Operation),
    /// The page to which a shop sends its shopper, or the shopper's choice.
    Checkout,
    /// A browser's CORS preflight request.
    Preflight,
}

/// A request's route or why there is none, the number in its id, and the space named in one of the mock's own addresses.
#[derive(Debug)]
pub(crate) struct Match {
    pub(crate) route: Result<Route, String>,
    pub(crate) number: Option<u64>,
    pub(crate) space: Option<u64>,
}

/// Finds the route of a request.
pub(crate) fn place(method: &Method, path: &str) -> Match {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let number = parts.iter().find_map(|part| number_of(part));
    let space = match parts.as_slice() {
        ["pay" | "checkout", space, _, ""] => Some(u64::from_str_radix(space, 16)),
        _ => None,
    };
    let reads = [Method::GET, Method::HEAD].contains(method);
    let posts = method == Method::POST;
    let own = match parts.as_slice() {
        _ if method == Method::OPTIONS => Some(Route::Preflight),
        [""] if reads => Some(Route::Help),
        ["_mock", ..] => Some(Route::Control),
        ["pay", _, ""] | ["pay", _, _, ""] if posts => Some(Route::Operation(Operation::Payment)),
        ["checkout", _, ""] | ["checkout", _, _, ""] if posts || reads => Some(Route::Checkout),
        _ => Operation::route(method.as_str(), path).map(Route::Operation),
    };
    let steps = match parts.as_slice() {
        ["api", version, steps @ ..] if version.starts_with('v') => steps,
        steps => steps,
    };
    let route = own.or_else(|| match steps.strip_suffix(&[""]).unwrap_or(steps) {
        _ if !reads => None,
        ["orders"] => Some(Route::All(Operation::Order)),
        ["clients"] => Some(Route::All(Operation::Client)),
        ["orders", _] => Some(Route::One(Operation::Order)),
        ["clients", _] => Some(Route::One(Operation::Client)),
        ["taxes", _] => Some(Route::One(Operation::Tax)),
        _ => None,
    });
    let route = route.ok_or_else(|| {
        let mistake = Operation::ALL.iter().find_map(|operation| operation.mistake_in(path));
        match mistake.filter(|_| posts) {
            Some(mistake) => format!("there is nothing at this path: {mistake}"),
            None => format!(
                "the document shows no {method} of this path, so there is nothing here; \
                 the endpoints are those of its section 4"
            ),
        }
    });
    Match { route, number, space: space.map(Result::unwrap_or_default) }
}

/// Prefix of all ids. Its letters make sure that ids don't look like card numbers.
const ID: &str = "5a3b1e0c-7d2f-4a6b-8c9d-";

/// The id of the entry with this number in its space, the same in every run.
pub(crate) fn id_of(number: u64) -> String {
    format!("{ID}{number:012x}")
}

pub(crate) fn number_of(id: &str) -> Option<u64> {
    u64::from_str_radix(id.strip_prefix(ID)?, 16).ok()
}
