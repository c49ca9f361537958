//! The public interface of core is what `tests/data/public-api.txt` says, so that it changes only
//! on purpose. `PAYLINT_BLESS=1` writes it anew.
//!
//! It is read from the source after macros: every `pub` item, and what is implemented for it. (A
//! `pub` item that cannot be reached is a warning of the compiler's.)

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use syn::{Fields, ImplItem, Item, Type, Visibility, parse_quote};

/// Core's source with its macros expanded. That takes a flag of unstable compilers, and so a
/// separate folder: crates look for the variable, and would be rebuilt each time.
fn expanded() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("public-api");
    // Stays from the last time if nothing has changed.
    let file = target.join("expanded.rs");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .env("RUSTC_BOOTSTRAP", "1")
        // Of a run under a tool: coverage, sanitizers.
        .env_remove("RUSTC_WRAPPER")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .args(["rustc", "-q", "--locked", "-p", "paylint", "--lib", "--features"])
        .args(["serde_json,rust_decimal,chrono", "--target-dir"])
        .arg(&target)
        .args(["--", "-Zunpretty=expanded", "-o"])
        .arg(&file)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(file).expect("what the compiler wrote")
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Every item of every module, but for those of tests and examples.
fn flatten(items: Vec<Item>, all: &mut Vec<Item>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let public = is_public(&module.vis);
                let name = &module.ident;
                if public {
                    all.push(parse_quote!(pub mod #name;));
                }
                flatten(module.content.map(|(_, items)| items).unwrap_or_default(), all);
            }
            item => all.push(item),
        }
    }
}

/// The name of a type, without parameters and path.
fn name_of(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Type::Reference(reference) => name_of(&reference.elem),
        _ => None,
    }
}

/// The types and traits of core, public or not.
fn names(items: &[Item], wanted: impl Fn(&Visibility) -> bool) -> BTreeSet<String> {
    let name = |item: &Item| match item {
        Item::Struct(item) if wanted(&item.vis) => Some(item.ident.to_string()),
        Item::Enum(item) if wanted(&item.vis) => Some(item.ident.to_string()),
        Item::Trait(item) if wanted(&item.vis) => Some(item.ident.to_string()),
        Item::Type(item) if wanted(&item.vis) => Some(item.ident.to_string()),
        _ => None,
    };
    items.iter().filter_map(name).collect()
}

/// What a host sees of an item: no bodies, no values, no private fields, no documentation.
fn seen(item: Item, public: &BTreeSet<String>, private: &BTreeSet<String>) -> Option<Item> {
    Some(match item {
        Item::Fn(mut item) if is_public(&item.vis) => {
            (item.attrs, item.block) = (Vec::new(), parse_quote!({}));
            item.into()
        }
        Item::Const(item) if is_public(&item.vis) => {
            let (name, of) = (item.ident, item.ty);
            parse_quote!(pub const #name: #of = _;)
        }
        Item::Static(item) if is_public(&item.vis) => {
            let (name, of) = (item.ident, item.ty);
            parse_quote!(pub static #name: #of = _;)
        }
        Item::Struct(mut item) if is_public(&item.vis) => {
            item.attrs.clear();
            if let Fields::Named(fields) = &mut item.fields {
                let shown = std::mem::take(&mut fields.named).into_iter();
                fields.named = shown.filter(|field| is_public(&field.vis)).collect();
            }
            item.fields.iter_mut().for_each(|field| field.attrs.clear());
            if let Fields::Unnamed(fields) = &mut item.fields {
                let hidden = fields.unnamed.iter_mut().filter(|field| !is_public(&field.vis));
                hidden.for_each(|field| field.ty = parse_quote!(_));
            }
            item.into()
        }
        Item::Enum(mut item) if is_public(&item.vis) => {
            item.attrs.retain(|attribute| attribute.path().is_ident("non_exhaustive"));
            item.variants.iter_mut().for_each(|variant| variant.attrs.clear());
            item.into()
        }
        Item::Trait(mut item) if is_public(&item.vis) => {
            item.attrs.clear();
            for member in &mut item.items {
                if let syn::TraitItem::Fn(function) = member {
                    function.attrs.clear();
                    function.default = function.default.take().map(|_| parse_quote!({}));
                }
            }
            item.into()
        }
        Item::Type(mut item) if is_public(&item.vis) => {
            item.attrs.clear();
            item.into()
        }
        Item::Use(mut item) if is_public(&item.vis) => {
            item.attrs.clear();
            item.into()
        }
        Item::Mod(item) => item.into(),
        Item::Impl(item) => implemented(item, public, private)?.into(),
        _ => return None,
    })
}

/// Of a type's own functions those that are public; of a trait, that it is implemented.
fn implemented(
    mut item: syn::ItemImpl,
    public: &BTreeSet<String>,
    private: &BTreeSet<String>,
) -> Option<syn::ItemImpl> {
    let name = name_of(&item.self_ty);
    let is_ours = |name: &Option<String>| name.as_ref().is_some_and(|name| public.contains(name));
    if let Some((_, path, _)) = &item.trait_ {
        let by = path.segments.last()?.ident.to_string();
        // Parts of derived traits, which differ from compiler to compiler.
        let internal = by.starts_with("Structural") || by == "TrivialClone";
        let is_hidden = private.contains(&by) || internal;
        if is_hidden || name.is_some_and(|name| private.contains(&name)) {
            return None;
        }
        item.items.clear();
    } else if is_ours(&name) {
        item.items.retain_mut(|member| match member {
            ImplItem::Fn(function) => {
                (function.attrs, function.block) = (Vec::new(), parse_quote!({}));
                is_public(&function.vis)
            }
            ImplItem::Const(constant) => {
                (constant.attrs, constant.expr) = (Vec::new(), parse_quote!(_));
                is_public(&constant.vis)
            }
            _ => false,
        });
        if item.items.is_empty() {
            return None;
        }
    } else {
        return None;
    }
    item.attrs.clear();
    Some(item)
}

fn print(item: Item) -> String {
    prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] })
}

#[test]
fn the_public_interface_is_this() {
    let mut items = Vec::new();
    flatten(syn::parse_file(&expanded()).expect("Rust").items, &mut items);
    let public = names(&items, is_public);
    let private = &names(&items, |visibility| !is_public(visibility)) - &public;
    let mut seen: Vec<String> =
        items.into_iter().filter_map(|item| seen(item, &public, &private)).map(print).collect();
    seen.sort();
    let now = seen.concat();
    for expected in
        ["pub enum Verdict", "pub fn check(", "pub use facts::{Facts, FactsBuf, FactsError};"]
    {
        assert!(now.contains(expected), "{expected}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/public-api.txt");
    if env::var_os("PAYLINT_BLESS").is_some() {
        fs::write(&path, &now).expect("a file that can be written");
    }
    let listed = fs::read_to_string(&path).unwrap_or_default();
    let (before, after): (BTreeSet<_>, BTreeSet<_>) =
        (listed.lines().collect(), now.lines().collect());
    let gone: Vec<_> = before.difference(&after).collect();
    let new: Vec<_> = after.difference(&before).collect();
    assert!(
        listed == now,
        "the public interface has changed; if it is meant, PAYLINT_BLESS=1 writes it anew\n\
         gone: {gone:#?}\nnew: {new:#?}"
    );
}
