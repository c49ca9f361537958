//! JSON laid out for reading: the text's own tokens, on as few lines as fit.

/// Lines of a page of Markdown that show code without a scroll bar.
const WIDTH: usize = 88;

/// Lays out a JSON text. Keys keep their order and repetitions, numbers their spelling; what isn't
/// JSON stays as it is.
pub(super) fn json(text: &str) -> String {
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_err() {
        return text.to_owned();
    }
    let mut rest = text;
    let value = read(&mut rest);
    let mut out = String::new();
    value.write(0, 0, &mut out);
    out
}

enum Value<'t> {
    /// A number, a string, a word.
    Token(&'t str),
    Array(Vec<Value<'t>>),
    Object(Vec<(&'t str, Value<'t>)>),
}

fn skip_white(rest: &mut &str) {
    *rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
}

/// Takes one token off a text that is known to be JSON.
fn token<'t>(rest: &mut &'t str) -> &'t str {
    skip_white(rest);
    let length = if rest.starts_with('"') {
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        end.map_or(rest.len(), |(at, _)| at + 1)
    } else {
        rest.find([',', ']', '}', ':', ' ', '\t', '\n', '\r']).unwrap_or(rest.len()).max(1)
    };
    let (token, behind) = rest.split_at(length);
    *rest = behind;
    token
}

fn read<'t>(rest: &mut &'t str) -> Value<'t> {
    skip_white(rest);
    let close = match rest.chars().next() {
        Some('{') => '}',
        Some('[') => ']',
        _ => return Value::Token(token(rest)),
    };
    let (mut items, mut members) = (Vec::new(), Vec::new());
    *rest = &rest[1..];
    loop {
        skip_white(rest);
        if let Some(behind) = rest.strip_prefix(close) {
            *rest = behind;
            break;
        }
        if let Some(behind) = rest.strip_prefix(',') {
            *rest = behind;
        }
        if close == ']' {
            items.push(read(rest));
        } else {
            let key = token(rest);
            skip_white(rest);
            *rest = rest.strip_prefix(':').unwrap_or(rest);
            members.push((key, read(rest)));
        }
    }
    if close == ']' { Value::Array(items) } else { Value::Object(members) }
}

impl Value<'_> {
    /// On one line.
    fn line(&self) -> String {
        match self {
            Value::Token(token) => (*token).to_owned(),
            Value::Array(items) => {
                format!("[{}]", items.iter().map(Value::line).collect::<Vec<_>>().join(", "))
            }
            Value::Object(members) if members.is_empty() => "{}".to_owned(),
            Value::Object(members) => {
                let members = members.iter().map(|(key, value)| format!("{key}: {}", value.line()));
                format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// `before` is how much of the line is taken.
    fn write(&self, indent: usize, before: usize, out: &mut String) {
        let line = self.line();
        let broken = match self {
            // The line may end in a comma.
            Value::Array(items) if before + line.len() >= WIDTH => items.len(),
            Value::Object(members) if before + line.len() >= WIDTH => members.len(),
            _ => 0,
        };
        if broken == 0 {
            out.push_str(&line);
            return;
        }
        let inner = indent + 2;
        let open_line = |out: &mut String, indent| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
        };
        out.push(if matches!(self, Value::Array(_)) { '[' } else { '{' });
        for index in 0..broken {
            open_line(out, inner);
            match self {
                Value::Array(items) => items[index].write(inner, inner, out),
                Value::Object(members) => {
                    let (key, value) = &members[index];
                    out.push_str(&format!("{key}: "));
                    value.write(inner, inner + key.len() + 2, out);
                }
                Value::Token(_) => {}
            }
            if index + 1 < broken {
                out.push(',');
            }
        }
        open_line(out, indent);
        out.push(if matches!(self, Value::Array(_)) { ']' } else { '}' });
    }
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn tokens_stay_as_they_are() {
        let text = r#"{"a":1.50e2,"a":[],"b":{},"c":[1,{"d":"x, \"y\": {z}\\"}],"e":null}"#;
        let laid_out = json(text);
        assert_eq!(
            laid_out,
            r#"{ "a": 1.50e2, "a": [], "b": {}, "c": [1, { "d": "x, \"y\": {z}\\" }], "e": null }"#
        );
    }

    #[test]
    fn what_is_long_is_broken() {
        let long = "x".repeat(60);
        let text = format!(r#"{{"first":"{long}","second":[{{"third":"{long}"}},2]}}"#);
        let lines = [
            "{".to_owned(),
            format!("  \"first\": \"{long}\","),
            "  \"second\": [".to_owned(),
            format!("    {{ \"third\": \"{long}\" }},"),
            "    2".to_owned(),
            "  ]".to_owned(),
            "}".to_owned(),
        ];
        assert_eq!(json(&text), lines.join("\n"));
    }

    #[test]
    fn what_is_not_json_stays() {
        assert_eq!(json(r#"{"amount":12.50,}"#), r#"{"amount":12.50,}"#);
    }
}
