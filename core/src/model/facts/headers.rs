//! The headers of a request. They are classified once, when they are made, so that checks needn't search them.

use super::{FactsBuf, is_same};
use crate::base::text::{cut, is_blank, is_graphic, is_undefined, skip_digits, trimmed};
use crate::model::operation::is_this_version;

/// The headers of a request: names and values, in order.
///
/// Making them reads them all. To check many requests with the same headers, make them once.
#[derive(Clone, Copy)]
pub struct Headers<'a> {
    list: List<'a>,
    pub(crate) forms: HeaderForms,
}

#[derive(Clone, Copy)]
enum List<'a> {
    Slice(&'a [(&'a str, &'a str)]),
    Kept(&'a FactsBuf),
}

/// Classes of the headers that rules ask for. If several have the same name, the first one counts.
#[derive(Clone, Copy)]
pub(crate) struct HeaderForms {
    pub(crate) authorization: HeaderForm,
    pub(crate) content_type: HeaderForm,
    pub(crate) webhook_event: HeaderForm,
    pub(crate) webhook_version: HeaderForm,
    /// The position of the first `Authorization`.
    authorization_at: usize,
}

/// The class of a header.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(crate) enum HeaderForm {
    Missing,
    Wrong,
    /// Well-formed, but JSON in another charset, another version, or a placeholder for a token.
    Doubtful,
    Right,
}

impl HeaderForm {
    fn right_if(is_right: bool) -> HeaderForm {
        if is_right { HeaderForm::Right } else { HeaderForm::Wrong }
    }

    /// Classifies the header, unless one of the same name came before.
    fn judge(&mut self, form: impl FnOnce() -> HeaderForm) {
        if *self == HeaderForm::Missing {
            *self = form();
        }
    }
}

impl HeaderForms {
    const NONE: HeaderForms = HeaderForms {
        authorization: HeaderForm::Missing,
        content_type: HeaderForm::Missing,
        webhook_event: HeaderForm::Missing,
        webhook_version: HeaderForm::Missing,
        authorization_at: 0,
    };

    /// Adds the header at a position of a list; the earlier ones must have been added.
    fn with(mut self, list: List<'_>, at: usize) -> HeaderForms {
        let Some((name, value)) = list.get(at) else { return self };
        let value = trimmed(value);
        if is_same(name, "Authorization") {
            match list.get(self.authorization_at) {
                _ if self.authorization == HeaderForm::Missing => {
                    self.authorization = authorization(value);
                    self.authorization_at = at;
                }
                // Two values contradict each other. They are compared only if the names have the same case.
                Some((spelling, first)) if name == spelling && value != trimmed(first) => {
                    self.authorization = HeaderForm::Wrong;
                }
                _ => {}
            }
        } else if is_same(name, "Content-Type") {
            self.content_type.judge(|| content_type(value));
        } else if is_same(name, "X-Webhook-Event") {
            self.webhook_event.judge(|| HeaderForm::right_if(!is_blank(value)));
        } else if is_same(name, "X-Webhook-Version") {
            self.webhook_version.judge(|| version(value));
        }
        self
    }
}

impl<'a> List<'a> {
    fn get(self, at: usize) -> Option<(&'a str, &'a str)> {
        match self {
            List::Slice(list) => list.get(at).copied(),
            List::Kept(facts) => facts.name_and_value(at),
        }
    }
}

impl<'a> Headers<'a> {
    pub(super) const NONE: Headers<'a> =
        Headers { list: List::Slice(&[]), forms: HeaderForms::NONE };

    /// Adds the buffer's header at `at`.
    pub(super) fn with(self, facts: &FactsBuf, at: usize) -> Headers<'a> {
        Headers { forms: self.forms.with(List::Kept(facts), at), ..self }
    }

    /// Rebinds the headers to the buffer `facts`.
    pub(super) fn kept(self, facts: &'a FactsBuf) -> Headers<'a> {
        Headers { list: List::Kept(facts), ..self }
    }

    /// The value of the first header with this name (ignoring ASCII case), without spaces and tabs around it.
    pub fn get(self, name: &str) -> Option<&'a str> {
        let value = match self.list {
            List::Slice(list) => list.iter().find(|(known, _)| is_same(known, name))?.1,
            List::Kept(facts) => facts.headers().find(|(known, _)| is_same(known, name))?.1,
        };
        Some(trimmed(value))
    }
}

debug_as! {
    /// Shows neither names nor values: a bearer token is among them.
    Headers<'_>: |_| "Headers(..)";
}

impl<'a> From<&'a [(&'a str, &'a str)]> for Headers<'a> {
    fn from(slice: &'a [(&'a str, &'a str)]) -> Headers<'a> {
        let list = List::Slice(slice);
        let forms = (0..slice.len()).fold(HeaderForms::NONE, |forms, at| forms.with(list, at));
        Headers { list, forms }
    }
}

/// `Bearer`, one or more spaces, and a token of visible ASCII characters.
fn authorization(value: &str) -> HeaderForm {
    // The value is trimmed, so there is a token after the spaces.
    let (scheme, Some(rest)) = cut(value, b' ') else { return HeaderForm::Wrong };
    let spaces = rest.bytes().take_while(|byte| *byte == b' ').count();
    let token = rest.get(spaces..).unwrap_or_default();
    match is_same(scheme, "Bearer") && is_graphic(token.as_bytes()) {
        false => HeaderForm::Wrong,
        true if is_placeholder(token) => HeaderForm::Doubtful,
        true => HeaderForm::Right,
    }
}

/// Whether a token is a placeholder that a program wrote because it had none.
fn is_placeholder(token: &str) -> bool {
    is_undefined(token) || token.as_bytes().windows(2).any(|two| two == b"${" || two == b"{{")
}

fn content_type(value: &str) -> HeaderForm {
    match is_same(trimmed(cut(value, b';').0), "application/json") {
        false => HeaderForm::Wrong,
        true if is_utf8(value) => HeaderForm::Right,
        true => HeaderForm::Doubtful,
    }
}

/// Whether the first charset, which may be quoted, is UTF-8, or there is none.
fn is_utf8(content_type: &str) -> bool {
    let (_, mut rest) = cut(content_type, b';');
    while let Some(parameters) = rest {
        let (parameter, more) = cut(parameters, b';');
        if let (name, Some(value)) = cut(parameter, b'=')
            && is_same(trimmed(name), "charset")
        {
            let value = trimmed(value);
            let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            return is_same(quoted.unwrap_or(value), "utf-8");
        }
        rest = more;
    }
    true
}

/// `v{digits}.{digits}`
fn version(text: &str) -> HeaderForm {
    let version = text.strip_prefix('v');
    let minor = version.and_then(skip_digits).and_then(|rest| rest.strip_prefix('.'));
    match (minor.and_then(skip_digits), version) {
        (Some(""), Some(version)) if is_this_version(version) => HeaderForm::Right,
        (Some(""), _) => HeaderForm::Doubtful,
        _ => HeaderForm::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::facts::Fact;

    /// A buffer classifies headers as they are added, and again when an earlier text moves them. The conformance cases
    /// test the classes themselves.
    #[test]
    fn buffered_headers_are_judged_as_listed_ones() {
        let list = [
            ("AUTHORIZATION", " bearer  a\t"),
            ("content-type", "application/json;charset=latin1"),
            ("Content-Type", "application/json"),
            ("X-Webhook-Event", " "),
            ("X-Webhook-Event", "card.saved"),
            ("X-Webhook-Version", "v0.6"),
        ];
        let forms = |headers: Headers<'_>| {
            let forms = headers.forms;
            [forms.authorization, forms.content_type, forms.webhook_event, forms.webhook_version]
        };
        let expected = forms(Headers::from(&list[..]));
        use HeaderForm::{Doubtful, Missing, Right, Wrong};
        assert!(expected == [Right, Doubtful, Wrong, Right]);
        let mut facts = FactsBuf::new();
        facts.set_text(Fact::Website, "a.example").unwrap();
        list.iter().for_each(|(name, value)| facts.add_header(name, value));
        for website in ["b.example", "c.example"] {
            assert!(forms(facts.as_facts().request_headers().unwrap()) == expected);
            facts.set_text(Fact::Website, website).unwrap();
        }
        facts.set_json(Fact::RequestHeaders, b"{}").unwrap();
        assert!(forms(facts.as_facts().request_headers().unwrap()) == [Missing; 4]);
    }
}
