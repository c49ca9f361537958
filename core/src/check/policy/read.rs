//! Reads policies from JSON, in layers, and adds what they declare.

use super::declared_member::DeclaredMember;
use super::entry::{Problem, entries};
use super::policy_rule::PolicyRule;
use super::{Policy, PolicyError, label, level};
use crate::model::config::{self, ConfigError, Json, Value};
use crate::model::schema::DeclaredMembers;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

const MEMBERS: [&str; 7] =
    ["levels", "max_findings", "max_body_bytes", "unchecked", "label", "members", "rules"];

/// Values of layers that are read once all layers are known, each with its layer's index.
#[derive(Default)]
struct Deferred<'a> {
    rules: Vec<(usize, Json<'a>)>,
    levels: Vec<(usize, Json<'a>)>,
}

impl Policy {
    /// Reads a policy from JSON.
    ///
    /// # Errors
    /// The text isn't a JSON object, or has an unknown or repeated member, a wrong type, a number out of range, an
    /// unknown rule, family or basis, a level for a locked rule by its own name, or an invalid policy rule or
    /// declared member.
    pub fn from_json(json: &[u8]) -> Result<Policy, PolicyError> {
        Policy::default().with_json(json)
    }

    /// Lays a policy as JSON over this one: [`Policy::with_layers`] with one layer.
    ///
    /// # Errors
    /// The layer is invalid, as for [`Policy::from_json`].
    pub fn with_json(self, json: &[u8]) -> Result<Policy, PolicyError> {
        self.with_layers(&[json])
    }

    /// Lays policies as JSON over this one, the last on top. The later layer wins, selector by selector in `levels`
    /// and value by value elsewhere; `members` and `rules` are joined, and an entry with the path or name of an
    /// earlier one takes its place. Names are looked up in the result. Add custom rules before layers that name them.
    ///
    /// # Errors
    /// A layer is invalid, as for [`Policy::from_json`]; [`PolicyError::layer`] says which.
    pub fn with_layers(mut self, layers: &[&[u8]]) -> Result<Policy, PolicyError> {
        let before = self.layer;
        let in_layer = |index| move |error: ConfigError| PolicyError(error.in_layer(index));
        let mut deferred = Deferred::default();
        for (index, layer) in layers.iter().enumerate() {
            self.layer = before + index + 1;
            self.read_layer(layer, index, &mut deferred).map_err(in_layer(index))?;
        }
        // Rules come after the members that they may name.
        for (index, json) in &mut deferred.rules {
            self.layer = before + *index + 1;
            self.read_rules(json).map_err(in_layer(*index))?;
        }
        self.compile_rules(before)?;
        // Levels come last, since any layer may add the rules that they name.
        for (index, json) in &mut deferred.levels {
            self.layer = before + *index + 1;
            self.read_levels(json).map_err(in_layer(*index))?;
        }
        self.layer = before + layers.len();
        Ok(self)
    }

    fn read_layer<'a>(
        &mut self,
        layer: &'a [u8],
        index: usize,
        deferred: &mut Deferred<'a>,
    ) -> Result<(), ConfigError> {
        let mut json = Json::new(layer)?;
        json.object()?;
        json.members(&mut |json, name| {
            let list = match name {
                "rules" => &mut deferred.rules,
                "levels" => &mut deferred.levels,
                "members" => return self.read_members(json),
                name if MEMBERS.contains(&name) => return json.read(|value| self.put(name, value)),
                _ => return Err(json.unknown_member(name, MEMBERS)),
            };
            list.push((index, json.clone()));
            json.skip();
            Ok(())
        })
    }

    fn read_levels(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        json.object()?;
        json.members(&mut |json, selector| {
            json.read(|value| self.set_level(selector, level(value.text()?)?))
        })
    }

    fn put(&mut self, name: &str, value: Value<'_>) -> Result<(), String> {
        let limit = |max| {
            config::within(value.integer()?, 1, super::as_i64(max)).map(|limit| limit as usize)
        };
        match name {
            "max_findings" => self.max_findings = limit(Policy::MAX_FINDINGS)?,
            "max_body_bytes" => self.max_body_bytes = limit(Policy::MAX_BODY_BYTES)?,
            "unchecked" => {
                self.rejects_unchecked = match value.text()? {
                    "accept" => false,
                    "reject" => true,
                    _ => return Err("not one of accept, reject".to_owned()),
                }
            }
            _ => self.label = Some(label(value.text()?)?.into()),
        }
        Ok(())
    }

    fn read_members(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        entries(json, &mut |json| {
            let mut member = DeclaredMember::default();
            json.members(&mut |json, name| member.read(json, name))?;
            let added = Arc::make_mut(self.added.get_or_insert_default());
            let declared = member.declare(&mut added.members, self.layer);
            self.members += usize::from(declared == Ok(true));
            match self.members > Policy::MAX_MEMBERS {
                true => Err(ConfigError::new("members", "more than 256")),
                false => Ok(declared.map(drop)),
            }
        })
    }

    fn read_rules(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        entries(json, &mut |json| {
            let problem = match PolicyRule::read(json, self.layer)? {
                Ok(rule) => self.add_rule(rule),
                Err(problem) => Err(problem),
            };
            match self.added.as_ref().is_some_and(|added| added.policy.len() > Policy::MAX_RULES) {
                true => Err(ConfigError::new("rules", "more than 256")),
                false => Ok(problem),
            }
        })
    }

    /// Compiles the rules of the layers after `before`, except replaced ones. If these layers declare members,
    /// compiles all rules.
    fn compile_rules(&mut self, before: usize) -> Result<(), PolicyError> {
        // Builds without policy rules don't link this.
        let added = self.added.as_mut().filter(|_| cfg!(feature = "full"));
        let Some(added) = added else { return Ok(()) };
        let is_new =
            |members: &DeclaredMembers| members.iter().any(|(_, member)| member.layer > before);
        // The member of a rule in an earlier layer may have another type now.
        let compiles_all = added.members.iter().any(is_new);
        if !compiles_all && added.policy.iter().all(|rule| rule.layer <= before) {
            return Ok(());
        }
        let added = Arc::make_mut(added);
        for position in 0..added.policy.len() {
            let needs_compiling = |rule: &&Arc<PolicyRule>| compiles_all || rule.layer > before;
            let Some(rule) = added.policy.get(position).filter(needs_compiling) else {
                continue;
            };
            let layer = rule.layer.saturating_sub(before + 1);
            let mut rule = PolicyRule::clone(rule);
            rule.compile(added).map_err(|error| PolicyError(error.0.in_layer(layer)))?;
            if let Some(original) = invariant!(added.policy.get_mut(position)) {
                *original = Arc::new(rule);
            }
        }
        Ok(())
    }

    /// Adds a policy rule, which runs after those added before, and before custom rules.
    fn add_rule(&mut self, rule: PolicyRule) -> Result<(), Problem> {
        let known = self.added_rules().position(|known| known.name == rule.rule().name);
        let added = Arc::make_mut(self.added.get_or_insert_default());
        let Some(known) = known else {
            added.policy.push(Arc::new(rule));
            return Ok(());
        };
        // The rule replaces one of an earlier layer.
        let earlier = added.policy.get_mut(known).filter(|other| other.layer != self.layer);
        let Some(earlier) = earlier else {
            return Err(("name", ["there are two rules ", rule.rule().name].concat()));
        };
        *earlier = Arc::new(rule);
        Ok(())
    }
}
