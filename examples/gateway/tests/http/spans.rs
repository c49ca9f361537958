//! The spans, as an embedder's own subscriber sees them.

use crate::policies::{LAX, engine};
use crate::secrets::{assert_none_in, send_all};
use crate::support::{ORDER, ORDERS, Server, app_of_example, serve};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

type Fields = BTreeMap<&'static str, String>;

/// Keeps what is recorded of every span, of whatever crate.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<(&'static str, Fields)>>>);

struct Kept(Fields);

impl Visit for Kept {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Seen {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut kept = Kept(Fields::new());
        attributes.record(&mut kept);
        context.span(id).unwrap().extensions_mut().insert(kept);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        values.record(context.span(id).unwrap().extensions_mut().get_mut::<Kept>().unwrap());
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).unwrap();
        let Kept(fields) = span.extensions_mut().remove::<Kept>().unwrap();
        self.0.lock().unwrap().push((span.name(), fields));
    }
}

impl Seen {
    /// The spans, once there are so many.
    fn wait(&self, count: usize) -> Vec<(&'static str, Fields)> {
        let start = std::time::Instant::now();
        loop {
            let seen = self.0.lock().unwrap().clone();
            if seen.len() >= count {
                return seen;
            }
            assert!(start.elapsed() < std::time::Duration::from_secs(60), "{seen:?}");
            std::thread::yield_now();
        }
    }
}

fn start() -> (Server, Seen) {
    let seen = Seen::default();
    let spans = Dispatch::new(Registry::default().with(seen.clone()));
    let app = app_of_example(|setup| setup.engine.store(Arc::new(engine(LAX))));
    (serve(app, Arc::default(), spans), seen)
}

#[test]
fn a_span_says_how_its_request_was_answered() {
    let (server, seen) = start();
    server.post(ORDERS, ORDER).assert_accepted("order");
    assert_eq!(server.post(ORDERS, ORDER.replace("12.5", "0")).status, 400);
    assert_eq!(server.post("/nowhere/", "").status, 404);
    let policy = format!("{:?}", engine(LAX).policy_fingerprint().to_string());
    let fields = |all: &[(&'static str, &str)]| -> Fields {
        all.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
    };
    let (operation, verdict) = (("operation", r#""order""#), "verdict");
    let policy = ("policy", policy.as_str());
    let expected = [
        fields(&[operation, (verdict, r#""accept""#), ("status", "200"), policy]),
        fields(&[
            operation,
            (verdict, r#""reject""#),
            ("status", "400"),
            policy,
            ("denied", r#""product.price_minimum""#),
        ]),
        fields(&[("status", "404")]),
    ];
    assert_eq!(seen.wait(3), expected.map(|fields| ("request", fields)));
}

#[test]
fn no_secret_is_in_a_span() {
    let (server, seen) = start();
    send_all(&server);
    let seen = seen.wait(60);
    assert_eq!(seen.len(), 60);
    assert!(seen.iter().any(|(_, fields)| fields.contains_key("denied")));
    assert_none_in(&format!("{seen:?}"));
}
