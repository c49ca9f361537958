//! Reports for people: the line, a caret under the mistake, and the rule's basis.

use super::excerpt::Excerpts;
use super::mask::{self, MaskedByte};
use super::position::{Lines, Position};
use super::{Checked, help};
use crate::host;
use crate::names::{self, counted};
use crate::output::WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use paylint::fixes::{Choice, Fixes};
use paylint::report::Segment;
use paylint::{Facts, Finding, Report, Verdict, schema};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;

/// Maximum number of findings of a rule to draw. If a rule has more, only the first is drawn, and the paths of the
/// others are listed: a serializer that writes every member as null causes dozens.
const MOST_OF_A_RULE: usize = 2;
/// Maximum number of paths to list.
const MOST_PATHS: usize = 50;

/// Draws a report over its body. Shows the first fix of each finding, or all.
pub(super) fn render(
    checked: &Checked<'_>,
    facts: &Facts<'_>,
    fixes: &Fixes<'_>,
    shows_all: bool,
) -> String {
    let mut text = String::new();
    let body = Body::of(checked);
    // In the order of the body, and then those that only facts caused.
    let mut findings: Vec<_> = checked.report.findings().enumerate().collect();
    findings.sort_by_key(|(index, finding)| {
        body.spans[*index].map_or(usize::MAX, |_| finding.span().start)
    });
    let mut of_rules: HashMap<&str, Vec<Finding<'_>>> = HashMap::new();
    for (_, finding) in &findings {
        of_rules.entry(finding.rule().name).or_default().push(*finding);
    }
    let mut drawn = HashSet::new();
    for (index, finding) in findings {
        let rule = finding.rule().name;
        let (first, alike) = (drawn.insert(rule), &of_rules[rule][..]);
        let is_folded = !shows_all && alike.len() > MOST_OF_A_RULE;
        if is_folded && !first {
            continue;
        }
        let choices = help::choices(fixes, index);
        let shown = choices.get(..1).filter(|_| !shows_all).unwrap_or(choices);
        text.push_str(&body.draw(index, finding, facts, shown, first));
        text.push_str("\n\n");
        if is_folded {
            text.push_str(&body.fold(rule, &alike[1..]));
        }
    }
    if checked.report.truncated() {
        text.push_str("… and more findings than the policy keeps (`max_findings`)\n\n");
    }
    if shows_all && !fixes.complete {
        text.push_str(
            "… and not every fix was looked for, because the body is long or has many findings\n\n",
        );
    }
    text.push_str(&outlook(checked.report));
    summary(&mut text, checked);
    text
}

/// The masked part of each finding's line, if the finding is in the body.
pub(crate) fn excerpts(body: &[u8], report: &Report) -> Vec<Option<String>> {
    let body = Body::of(&Checked { path: Path::new("-"), name: "", body, report });
    let excerpt =
        |(start, end): (MaskedByte, MaskedByte)| body.excerpts.excerpt(start.at, end.at).text;
    body.spans.iter().map(|span| span.map(excerpt)).collect()
}

/// A body prepared for showing findings in it.
struct Body<'a> {
    name: &'a str,
    lines: Lines,
    excerpts: Excerpts,
    /// For each finding that is in the body, where it begins and ends in the masked text.
    spans: Vec<Option<(MaskedByte, MaskedByte)>>,
    /// Hint about a byte order mark, if the body begins with one.
    mark: Option<&'static str>,
}

impl<'a> Body<'a> {
    fn of(checked: &Checked<'a>) -> Body<'a> {
        let Checked { name, body, report, .. } = *checked;
        let shown: Vec<_> = report.findings().map(|finding| shown_span(finding, body)).collect();
        let mut wanted: Vec<usize> =
            shown.iter().flatten().flat_map(|span| [span.start, span.end]).collect();
        wanted.sort_unstable();
        wanted.dedup();
        // A body without findings in it needn't be masked; it may be too large.
        let text = if wanted.is_empty() { &[] as &[u8] } else { body };
        let broken_at = broken_at(report);
        let masked = mask::mask(text, schema::body(report.operation()), broken_at, &wanted);
        let place = |at: usize| {
            let index = wanted.partition_point(|wanted| *wanted < at);
            masked.places[index]
        };
        let spans = shown
            .into_iter()
            .map(|span| span.map(|span| (place(span.start), place(span.end))))
            .collect();
        let mark = host::byte_order_mark(body);
        Body { name, lines: Lines::of(text), excerpts: Excerpts::of(masked.text), spans, mark }
    }

    /// Lists the places of a rule's other findings.
    fn fold(&self, rule: &str, others: &[Finding<'_>]) -> String {
        let place = |finding: &Finding<'_>| {
            let line = self.lines.position(finding.span().start).line;
            let line = (line > 1).then(|| format!(" (line {line})"));
            format!("{}{}", finding.path(), line.unwrap_or_default())
        };
        let listed: Vec<String> = others.iter().take(MOST_PATHS).map(place).collect();
        let mut all = format!("… and {} more of {rule}, at {}", others.len(), listed.join(", "));
        if others.len() > listed.len() {
            let more = others.len() - listed.len();
            _ = write!(all, " and {more} more; `--format json` has all");
        }
        format!("{}\n\n", textwrap::fill(&all, WIDTH))
    }

    fn draw(
        &self,
        index: usize,
        finding: Finding<'_>,
        facts: &Facts<'_>,
        choices: &[Choice],
        explain: bool,
    ) -> String {
        let rule = finding.rule();
        let message = finding.message();
        let title = level(finding.level()).primary_title(message).id(rule.name);
        let mut position = None;
        let mut group = match &self.spans[index] {
            Some((start, end)) => {
                let at = self.lines.position(finding.span().start);
                position = Some(at);
                // The object around a missing member is marked at its bracket.
                let end = if is_missing(finding, start) { start.at + 1 } else { end.at };
                let excerpt = self.excerpts.excerpt(start.at, end);
                let mark = AnnotationKind::Primary.span(excerpt.start..excerpt.end);
                let snippet = Snippet::source(excerpt.text)
                    .line_start(at.line)
                    .path(self.name)
                    .fold(false)
                    .annotation(mark.label(label(finding, start)));
                title.element(snippet)
            }
            None => title.element(Origin::path(self.name)),
        };
        group = group.element(Level::NOTE.message(rule.citation()));
        let read = names::facts(rule.needs.iter().copied().filter(|fact| facts.has(*fact)));
        if !read.is_empty() {
            group = group.element(Level::NOTE.message(format!("it reads the facts: {read}")));
        }
        group =
            group.elements(choices.iter().map(|choice| Level::HELP.message(help::text(choice))));
        if let Some(mark) = self.mark.filter(|_| rule.name == "json.malformed") {
            group = group.element(Level::HELP.message(format!("the body {mark}")));
        }
        if explain {
            let why = Some(rule.docs.why).filter(|why| !why.is_empty());
            let why = why.map(|why| Level::HELP.message(textwrap::fill(why, WIDTH)));
            let explain = Level::HELP.message(format!("paylint explain {}", rule.name));
            group = group.elements(why).element(explain);
        }
        let drawn = Renderer::styled().term_width(4 * WIDTH).render(&[group]);
        match position {
            Some(position) => moved(&drawn, self.name, position),
            None => drawn,
        }
    }
}

/// A drawing with the right line and column after the file's name. The renderer computes them from
/// the excerpt, which is masked and cut.
fn moved(drawn: &str, name: &str, Position { line, column }: Position) -> String {
    for (at, _) in drawn.match_indices(name) {
        let (before, behind) = drawn.split_at(at + name.len());
        let place = |c: &char| c.is_ascii_digit() || *c == ':';
        let length = behind.chars().take_while(place).count();
        if behind[..length].matches(':').count() == 2 {
            return format!("{before}:{line}:{column}{}", &behind[length..]);
        }
    }
    drawn.to_owned()
}

/// Where the body stops being valid JSON, if it isn't valid.
fn broken_at(report: &Report) -> Option<usize> {
    if schema::body(report.operation()).is_none() {
        return Some(0);
    }
    let malformed = report.findings().find(|finding| finding.rule().name == "json.malformed");
    malformed.map(|finding| finding.span().start)
}

/// The excerpt for a finding; `None` if only facts caused it.
fn shown_span(finding: Finding<'_>, body: &[u8]) -> Option<std::ops::Range<usize>> {
    let rule = finding.rule();
    let of_facts = steps(finding) == 0 && !rule.needs.is_empty();
    let unread = matches!(rule.name, "json.too_large" | "body.required");
    let span = finding.span();
    (!of_facts && !unread && !body.is_empty() && span.end <= body.len()).then(|| {
        // A finding about the whole body starts after the leading white space.
        let blank = body[span.clone()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        span.start + blank..span.end
    })
}

fn steps(finding: Finding<'_>) -> usize {
    finding.steps().count()
}

/// The label beside the caret.
fn label(finding: Finding<'_>, start: &MaskedByte) -> String {
    match finding.steps().last() {
        Some(Segment::Name(name)) if is_missing(finding, start) => {
            format!("`{name}` is missing: {}", finding.path())
        }
        _ => finding.path(),
    }
}

/// Whether the span is that of the surrounding object, because the member is missing.
fn is_missing(finding: Finding<'_>, start: &MaskedByte) -> bool {
    start.depth + 1 == steps(finding)
}

fn level(level: paylint::Level) -> Level<'static> {
    match level {
        paylint::Level::Deny => Level::ERROR,
        _ => Level::WARNING,
    }
}

/// The end of a report: unchecked rules, obligations, and until when the verdict is valid.
fn outlook(report: &Report) -> String {
    let mut groups = Vec::new();
    let unchecked = report.unchecked();
    if unchecked.len() > 0 {
        let rules = counted(unchecked.len() as u64, "rule", "rules");
        let is_why = report.verdict() == Verdict::Reject && report.first_denial().is_none();
        let and = if is_why { ", and the policy rejects that" } else { "" };
        let because = names::because(report);
        let title = format!("{rules} can't be decided{because}{and}");
        let entries = unchecked.map(|unchecked| {
            let (name, level) = (unchecked.rule().name, unchecked.level());
            let needs = names::needs(unchecked);
            Level::NOTE.no_name().message(format!("{name} ({level}): {needs}"))
        });
        let how =
            Level::HELP.message("pass the facts that you know: --fact NAME=VALUE, or --facts FILE");
        let entries: Vec<_> = entries.collect();
        let unchecked = Level::WARNING.with_name("unchecked");
        let group = unchecked.primary_title(title).elements(entries);
        groups.push(if because.is_empty() { group } else { group.element(how) });
    }
    for obligation in report.obligations() {
        let mut title = match obligation {
            paylint::Obligation::ThreeDs(_) => "authenticate with 3-D Secure".to_owned(),
            paylint::Obligation::Capture(_) => "capture the order later".to_owned(),
            other => other.kind().to_owned(),
        };
        if let Some(by) = obligation.by() {
            _ = write!(title, ", by {by}");
        }
        let needs = names::facts(obligation.needs());
        if !needs.is_empty() {
            _ = write!(title, " (depends on {needs})");
        }
        groups.push(Group::with_title(named("obligation").primary_title(title)));
    }
    if let Some(until) = report.valid_until() {
        let title = format!("the verdict holds until {until}, if nothing else changes");
        groups.push(Group::with_title(named("valid").primary_title(title)));
    }
    let renderer = Renderer::styled().term_width(4 * WIDTH);
    let mut text = String::new();
    for group in groups {
        text.push_str(&renderer.render(&[group]));
        text.push_str("\n\n");
    }
    text
}

fn named(name: &'static str) -> Level<'static> {
    Level::NOTE.with_name(name)
}

/// Writes the last line: the verdict and the counts.
fn summary(text: &mut String, checked: &Checked<'_>) {
    let Checked { name, report, .. } = checked;
    let colour = match report.verdict() {
        Verdict::Accept => anstyle::AnsiColor::BrightGreen,
        Verdict::Reject => anstyle::AnsiColor::BrightRed,
    };
    let style = colour.on_default().bold();
    _ = write!(text, "{style}{}{style:#} {name}: ", report.verdict().name());
    let denied =
        report.findings().filter(|finding| finding.level() == paylint::Level::Deny).count();
    let warned = report.findings().len() - denied;
    let counts = [
        (denied, "error", "errors"),
        (warned, "warning", "warnings"),
        (report.unchecked().len(), "rule unchecked", "rules unchecked"),
    ];
    let mut counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(count as u64, one, many))
        .collect();
    if report.truncated() {
        counts.push("and more findings than the policy keeps".to_owned());
    }
    text.push_str(&if counts.is_empty() {
        "nothing is wrong".to_owned()
    } else {
        counts.join(", ")
    });
    _ = write!(text, " (status {}, {}", report.status(), report.operation());
    let scenario =
        report.scenario().filter(|scenario| scenario.name() != report.operation().name());
    for feature in scenario.into_iter().chain(report.capabilities().iter()) {
        _ = write!(text, ", {feature}");
    }
    if let Some(total) = report.total() {
        _ = write!(text, ", total {total}");
    }
    text.push_str(")\n");
}
