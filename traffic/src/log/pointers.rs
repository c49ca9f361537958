//! JSON Pointers (RFC 6901), all of which are looked up in one pass over a line.

use crate::scan::{NotJson, Scan};

/// Pointers, as a tree of the names in them.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    root: Node,
    texts: Vec<String>,
}

/// A place in a line that pointers lead to, or through.
#[derive(Debug, Default)]
struct Node {
    /// Pointers that end here.
    ends: Vec<usize>,
    inner: Vec<(Token, Node)>,
}

/// A part of a pointer: the name of a member, and, if it is a number, the position of an element.
#[derive(Debug)]
struct Token {
    name: String,
    index: Option<usize>,
}

impl Token {
    fn of(part: &str) -> Token {
        let name = part.replace("~1", "/").replace("~0", "~");
        let is_index = name == "0" || !name.starts_with(['0', '+']);
        let index = name.parse().ok().filter(|_| is_index);
        Token { name, index }
    }
}

/// Values found, by the number of the pointer, and the first problem.
type Found<'a> = (Vec<Option<&'a str>>, Option<String>);

impl Pointers {
    /// Adds a pointer. Returns its number.
    pub(super) fn add(&mut self, pointer: &str) -> Result<usize, String> {
        let inner = match pointer.strip_prefix('/') {
            Some(inner) => Some(inner),
            None if pointer.is_empty() => None,
            None => {
                return Err(format!("a JSON Pointer begins with /, for example /{pointer}"));
            }
        };
        let is_escape = |rest: &str| rest.starts_with(['0', '1']);
        if !pointer.split('~').skip(1).all(is_escape) {
            return Err("in a JSON Pointer ~ is written ~0, and / in a name ~1".to_owned());
        }
        let mut node = &mut self.root;
        for token in inner.into_iter().flat_map(|inner| inner.split('/')).map(Token::of) {
            let known = node.inner.iter().position(|(other, _)| other.name == token.name);
            let at = known.unwrap_or_else(|| {
                node.inner.push((token, Node::default()));
                node.inner.len() - 1
            });
            // It was found or added there.
            let Some((_, inner)) = node.inner.get_mut(at) else { break };
            node = inner;
        }
        let number = self.texts.len();
        node.ends.push(number);
        self.texts.push(pointer.to_owned());
        Ok(number)
    }

    /// A pointer as it was given.
    pub(super) fn text(&self, number: usize) -> &str {
        self.texts.get(number).map_or("", String::as_str)
    }

    /// Finds the values that the pointers lead to in a line.
    pub(super) fn find<'a>(&self, line: &'a str) -> Result<Found<'a>, NotJson> {
        let (values, mut json) = (vec![None; self.texts.len()], Scan::new(line));
        let mut search = Search { pointers: self, values, problem: None };
        search.value(&mut json, &self.root)?;
        json.end()?;
        Ok((search.values, search.problem))
    }
}

struct Search<'m, 'a> {
    pointers: &'m Pointers,
    values: Vec<Option<&'a str>>,
    /// The first thing that is wrong.
    problem: Option<String>,
}

impl<'a> Search<'_, 'a> {
    fn value(&mut self, json: &mut Scan<'a>, node: &Node) -> Result<(), NotJson> {
        if node.ends.is_empty() {
            return self.inside(json, node);
        }
        let value = json.json()?;
        for number in &node.ends {
            let place = self.values.get_mut(*number);
            if place.is_some_and(|place| place.replace(value).is_some()) {
                let pointer = self.pointers.text(*number);
                let twice = || format!("the line has two values at {pointer}");
                self.problem.get_or_insert_with(twice);
            }
        }
        if node.inner.is_empty() {
            return Ok(());
        }
        self.inside(&mut Scan::new(value), node)
    }

    fn inside(&mut self, json: &mut Scan<'a>, node: &Node) -> Result<(), NotJson> {
        let mut is_first = true;
        if json.takes(b'{')? {
            while let Some(key) = json.next_key(&mut is_first)? {
                self.inner(json, node, |token| token.name == key)?;
            }
        } else if json.takes(b'[')? {
            let mut indices = 0..;
            while json.next(b']', &mut is_first)? {
                let index = indices.next();
                self.inner(json, node, |token| token.index == index)?;
            }
        } else {
            json.json()?;
        }
        Ok(())
    }

    /// Goes on at a member or an element, or passes it over.
    fn inner(
        &mut self,
        json: &mut Scan<'a>,
        node: &Node,
        is_there: impl Fn(&Token) -> bool,
    ) -> Result<(), NotJson> {
        match node.inner.iter().find(|(token, _)| is_there(token)) {
            Some((_, inner)) => self.value(json, inner),
            None => json.json().map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(pointers: &[&str], line: &'a str) -> Vec<Option<&'a str>> {
        let mut all = Pointers::default();
        for pointer in pointers {
            all.add(pointer).unwrap();
        }
        let (values, problem) = all.find(line).unwrap();
        assert_eq!(problem, None, "{line}");
        values
    }

    #[test]
    fn pointers_lead_to_what_rfc_6901_says() {
        let line =
            r#"{"a":{"b":[1,{"c":2}],"0":3},"x/y":4,"~":5,"":6,"k\u0065y":7,"n":null,"s":"t"}"#;
        for (pointer, value) in [
            ("/a/b/1/c", Some("2")),
            ("/a/b/0", Some("1")),
            ("/a/b/2", None),
            ("/a/b/00", None),
            ("/a/b/+1", None),
            ("/a/b/-", None),
            ("/a/0", Some("3")),
            ("/x~1y", Some("4")),
            ("/~0", Some("5")),
            ("/", Some("6")),
            ("/key", Some("7")),
            ("/n", Some("null")),
            ("/n/a", None),
            ("/s/a", None),
            ("/x~1y/a", None),
            ("", Some(line)),
        ] {
            assert_eq!(found(&[pointer], line), [value], "{pointer}");
        }
    }

    #[test]
    fn pointer_may_lead_into_anothers_end() {
        let line = r#"{"a":{"b":1,"c":{"d":2}}}"#;
        let all = found(&["/a", "/a/b", "/a/c/d", "/a/c", "/a/b"], line);
        let expected = [r#"{"b":1,"c":{"d":2}}"#, "1", "2", r#"{"d":2}"#, "1"];
        assert_eq!(all, expected.map(Some));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let mut pointers = Pointers::default();
        assert!(pointers.add("a").unwrap_err().contains("for example /a"));
        for pointer in ["/~", "/~2", "/a~"] {
            assert!(pointers.add(pointer).unwrap_err().contains("~0"), "{pointer}");
        }
        pointers.add("/a/b").unwrap();
        let problem = |line| pointers.find(line).unwrap().1;
        assert_eq!(problem(r#"{"a":{"b":1,"b":2}}"#).unwrap(), "the line has two values at /a/b");
        assert_eq!(
            problem(r#"{"a":{"b":1},"a":{"b":2}}"#).unwrap(),
            "the line has two values at /a/b"
        );
        for line in [r#"{"a":{"b":1}"#, r#"{"a":{"b":1}} x"#, r#"{"a":{"b":01}}"#, r#"{"a":]}"#] {
            assert!(pointers.find(line).is_err(), "{line}");
        }
    }
}
