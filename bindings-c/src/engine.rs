//! Engines: compiled policies.

use crate::boundary::{Failure, NotNull, Result, guard, guard_with};
use crate::memory::{ErrorOut, TextIn, TextsIn};
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::{Engine, Fingerprint, Policy};

/// A compiled policy. It never changes, so any number of threads can use it at once.
pub struct paylint_engine {
    pub(crate) engine: Engine,
    /// The fingerprints, as text that programs can borrow.
    rules: String,
    policy: String,
}

impl paylint_engine {
    fn new(policy: &Policy) -> paylint_engine {
        let engine = Engine::new(policy);
        let [rules, policy] =
            [engine.rules_fingerprint(), engine.policy_fingerprint()].map(Fingerprint::text);
        paylint_engine { engine, rules, policy }
    }
}

/// A rule, and the level that a policy gives it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_engine_rule {
    /// The rule, PAYLINT_RULE_…; 0 for a policy rule.
    pub rule: i32,
    /// The level that the policy gives the rule, PAYLINT_LEVEL_….
    pub level: i32,
    /// The rule's name. Owned by the engine.
    pub name: paylint_text,
}

/// Compiles a policy. Do this once and keep the engine.
///
/// A word of small letters and hyphens is the name of a preset: "default", "checkout", "shop-members"
/// or "strict". An unknown one is an invalid policy. Anything else is JSON.
///
/// @param policy  the policy as JSON, the name of a preset, or NULL for the default policy. Borrowed
///                for the call.
/// @param length  the length of the policy in bytes. 0 if policy is NULL.
///                An empty text is an error.
/// @param engine  set to a new engine, which you own: free it with paylint_engine_free().
/// @param error   set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_POLICY.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_new(
    policy: TextIn<'_>,
    length: usize,
    engine: Option<&mut MaybeUninit<Box<paylint_engine>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let policy = match policy.bytes(length, "policy")? {
            Some(json) => in_layers(&[json])?,
            None => Policy::default(),
        };
        engine.write(Box::new(paylint_engine::new(&policy)));
        Ok(())
    })
}

/// Compiles policies laid one over another, the last on top: the later wins, selector by selector in
/// "levels" and value by value in the rest; "members" and "rules" are joined.
///
/// @param policies  the policies, each as JSON or the name of a preset, as paylint_engine_new() takes
///                  it. Borrowed for the call. NULL if the count is 0.
/// @param count     how many there are. Without any, the default policy is compiled.
/// @param engine    set to a new engine, which you own: free it with paylint_engine_free().
/// @param error     set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_POLICY.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_new_in_layers(
    policies: TextsIn<'_>,
    count: usize,
    engine: Option<&mut MaybeUninit<Box<paylint_engine>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let policy = in_layers(&policies.bytes(count, "policies")?)?;
        engine.write(Box::new(paylint_engine::new(&policy)));
        Ok(())
    })
}

fn in_layers(layers: &[&[u8]]) -> Result<Policy> {
    let layers = layers.iter().map(|layer| json_of(layer)).collect::<Result<Vec<_>>>()?;
    Policy::default().with_layers(&layers).map_err(|error| invalid(error.to_string()))
}

fn invalid(text: String) -> Failure {
    Failure::new(paylint_status::PAYLINT_STATUS_INVALID_POLICY, text)
}

/// The JSON of a policy. A word is the name of a preset, unless it is JSON itself.
fn json_of(policy: &[u8]) -> Result<&[u8]> {
    let is_word = matches!(policy, [b'a'..=b'z', ..])
        && policy.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'-'))
        && !matches!(policy, b"null" | b"true" | b"false");
    let Some(name) = core::str::from_utf8(policy).ok().filter(|_| is_word) else {
        return Ok(policy);
    };
    Policy::preset(name)
        .map(str::as_bytes)
        .ok_or_else(|| invalid(format!("invalid policy: {}", Policy::unknown_preset(name))))
}

/// Returns a preset, a policy that has a name, as JSON: "default", "checkout", "shop-members" or
/// "strict".
///
/// @param name         the name. Borrowed for the call.
/// @param name_length  the length of the name in bytes.
/// @param policy       set to the policy as JSON. It is static.
/// @param error        set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if there is no preset of this name,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_policy_preset(
    name: TextIn<'_>,
    name_length: usize,
    policy: Option<&mut MaybeUninit<paylint_text>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let policy = policy.not_null("policy")?;
        let name = name.text(name_length, "name")?;
        policy.write(paylint_text::of(Policy::preset(name).ok_or(Failure::none())?));
        Ok(())
    })
}

/// Frees an engine.
///
/// @param engine  the engine, or NULL. No other call may be using it. Reports made with it stay
///                valid.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_free(engine: Option<Box<paylint_engine>>) {
    _ = guard(|| {
        drop(engine);
        Ok(())
    });
}

/// Returns the number of rules that an engine knows: those of the catalogue, and the policy's own.
///
/// @param engine  the engine.
/// @param count   set to the number.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_rule_count(
    engine: Option<&paylint_engine>,
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    guard(|| {
        let rules = engine.not_null("engine")?.engine.rules();
        count.not_null("count")?.write(rules.count());
        Ok(())
    })
}

/// Returns a rule with the level that the policy gives it.
///
/// @param engine  the engine.
/// @param index   the index, counted from 0: the catalogue in the order of findings, then the
///                policy's own rules.
/// @param rule    set to the rule.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the index is out of range,
///         PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_rule_at(
    engine: Option<&paylint_engine>,
    index: usize,
    rule: Option<&mut MaybeUninit<paylint_engine_rule>>,
) -> paylint_status {
    guard(|| {
        let engine = &engine.not_null("engine")?.engine;
        let out = rule.not_null("rule")?;
        let (rule, level) = engine.rules().nth(index).ok_or(Failure::none())?;
        out.write(paylint_engine_rule {
            rule: rule.number.into(),
            level: status::level(level),
            name: paylint_text::of(rule.name),
        });
        Ok(())
    })
}

/// Returns the level that the policy gives a rule of the catalogue.
///
/// @param engine  the engine.
/// @param rule    the rule, PAYLINT_RULE_….
/// @param level   set to the level, PAYLINT_LEVEL_….
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_level(
    engine: Option<&paylint_engine>,
    rule: i32,
    level: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    guard(|| {
        let engine = &engine.not_null("engine")?.engine;
        let out = level.not_null("level")?;
        // Policy rules have no number.
        let mut known = engine.rules().filter(|(known, _)| known.number > 0);
        let found = known.find(|(known, _)| i32::from(known.number) == rule);
        let (_, level) = found.ok_or_else(|| Failure::number("rule", rule))?;
        out.write(status::level(level));
        Ok(())
    })
}

/// Returns the label of an engine's policy.
///
/// @param engine  the engine.
/// @param label   set to the label. Owned by the engine.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the policy has none,
///         PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_label(
    engine: Option<&paylint_engine>,
    label: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.not_null("engine")?;
        let out = label.not_null("label")?;
        out.write(paylint_text::of(engine.engine.label().ok_or(Failure::none())?));
        Ok(())
    })
}

/// Returns a note for the policy's author: it uses a rule's old name, or names a rule that is
/// deprecated. Notes don't change what the policy does.
///
/// @param engine  the engine.
/// @param index   the index, counted from 0.
/// @param note    set to the line. Owned by the engine.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the index is out of range,
///         PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_policy_note(
    engine: Option<&paylint_engine>,
    index: usize,
    note: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.not_null("engine")?;
        let out = note.not_null("note")?;
        let note = engine.engine.policy_notes().get(index).ok_or(Failure::none())?;
        out.write(paylint_text::of(note));
        Ok(())
    })
}

/// Returns the fingerprint of the rules, as 16 hexadecimal digits: it changes when what they decide or
/// say can have changed, and is the same for every engine of a version. Keep it beside the reports that
/// you keep.
///
/// @param engine       the engine.
/// @param fingerprint  set to the digits. Owned by the engine.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_rules_fingerprint(
    engine: Option<&paylint_engine>,
    fingerprint: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.not_null("engine")?;
        fingerprint.not_null("fingerprint")?.write(paylint_text::of(&engine.rules));
        Ok(())
    })
}

/// Returns the fingerprint of the compiled policy, as 16 hexadecimal digits. Two policies that decide
/// and say the same have the same, whatever their labels.
///
/// @param engine       the engine.
/// @param fingerprint  set to the digits. Owned by the engine.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_policy_fingerprint(
    engine: Option<&paylint_engine>,
    fingerprint: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.not_null("engine")?;
        fingerprint.not_null("fingerprint")?.write(paylint_text::of(&engine.policy));
        Ok(())
    })
}
