//! The table as a picture.

use super::{Cell, GROUPS, in_one_line};
use crate::page::escaped;
use paylint::Feature;
use paylint::compatibility::compatibility;
use std::fmt::Write;

const SIDE: usize = 24;
/// What the names need on the left and on top.
const LEFT: usize = 190;
const TOP: usize = 168;
/// Room between two groups of features.
const GAP: usize = 8;
const LEGEND: usize = 64;

const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2430}\
.title{font-size:17px;font-weight:600}.note{fill:#5c6370}\
.yes{fill:#d8efe0}.no{fill:#f1f2f4}.disputed{fill:#ffe3a3;stroke:#c77700;stroke-width:1.5}\
.none{fill:none}.dot{fill:#2f8f57}.cross{stroke:#b9bdc6;stroke-width:1.5}\
.mark{font-weight:700;fill:#8a5200;text-anchor:middle}\
g.cell:hover rect{stroke:#1f2430;stroke-width:1.5}";

/// The picture, whole.
pub(super) fn picture() -> String {
    let count = Feature::ALL.len();
    let across = count * SIDE + GROUPS.len() * GAP;
    let (width, height) = (LEFT + across + 60, TOP + across + LEGEND);
    let mut svg = String::new();
    _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">Which features go together (§1)</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text class=\"title\" x=\"16\" y=\"32\">Which features</text>\n\
         <text class=\"title\" x=\"16\" y=\"54\">go together (§1)</text>\n"
    );
    for (index, feature) in Feature::ALL.iter().enumerate() {
        let middle = offset(index) + SIDE / 2;
        let (x, y) = (LEFT + middle, TOP + middle);
        _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{feature}</text>\n\
             <text transform=\"translate({},{}) rotate(-60)\">{feature}</text>\n",
            LEFT - 10,
            y + 4,
            x + 3,
            TOP - 8,
        );
    }
    for (row, a) in Feature::ALL.iter().enumerate() {
        for (column, b) in Feature::ALL.iter().enumerate() {
            cell(&mut svg, LEFT + offset(column), TOP + offset(row), *a, *b);
        }
    }
    legend(&mut svg, TOP + across + 34);
    svg.push_str("</svg>\n");
    svg
}

/// Where a feature's row or column begins.
fn offset(index: usize) -> usize {
    let groups = GROUPS.iter().filter(|first| **first as usize <= index).count();
    index * SIDE + groups * GAP
}

fn cell(svg: &mut String, x: usize, y: usize, a: Feature, b: Feature) {
    let kind = Cell::of(compatibility(a, b).as_ref());
    if kind == Cell::None {
        if a == b {
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.5\" fill=\"#b9bdc6\"/>");
        }
        return;
    }
    _ = write!(svg, "<g class=\"cell\"><title>{}</title>", escaped(&in_one_line(a, b)));
    mark(svg, x, y, kind);
    svg.push_str("</g>\n");
}

/// A square, and a sign in it for those who do not tell the colours apart.
fn mark(svg: &mut String, x: usize, y: usize, kind: Cell) {
    let class = match kind {
        Cell::Compatible => "yes",
        Cell::Incompatible => "no",
        Cell::Disputed => "disputed",
        Cell::None => "none",
    };
    let side = SIDE - 2;
    let (left, top) = (x + 1, y + 1);
    _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" \
         rx=\"3\"/>"
    );
    let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
    _ = match kind {
        Cell::Compatible => write!(svg, "<circle class=\"dot\" cx=\"{cx}\" cy=\"{cy}\" r=\"4\"/>"),
        Cell::Incompatible => {
            let [l, r, t, b] = [cx - 3, cx + 3, cy - 3, cy + 3];
            write!(svg, "<path class=\"cross\" d=\"M{l} {t}L{r} {b}M{l} {b}L{r} {t}\"/>")
        }
        Cell::Disputed => write!(svg, "<text class=\"mark\" x=\"{cx}\" y=\"{}\">?</text>", cy + 5),
        Cell::None => Ok(()),
    };
}

fn legend(svg: &mut String, y: usize) {
    let entries = [
        (Cell::Compatible, "compatible", 120),
        (Cell::Incompatible, "incompatible", 128),
        (Cell::Disputed, "disputed: the rows of the two disagree", 304),
    ];
    let mut x = LEFT;
    for (kind, words, width) in entries {
        mark(svg, x, y - SIDE / 2, kind);
        _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{words}</text>", x + SIDE + 6, y + 5);
        x += width;
    }
    _ = writeln!(svg, "<text class=\"note\" x=\"{x}\" y=\"{}\">blank: cannot arise</text>", y + 5);
}
