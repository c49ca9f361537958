//! Reads policies from JSON, in layers, and adds what they declare.

use super::declared_member::DeclaredMember;
use super::entry::{Problem, entries, in_entry};
use super::policy_rule::PolicyRule;
use super::{Added, Policy, PolicyError, label};
use crate::base::level::Level;
use crate::model::config::{self, ConfigError, Json, Value};
use crate::model::schema::DeclaredMembers;
use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use alloc::vec::Vec;

const MEMBERS: [&str; 7] =
    ["levels", "max_findings", "max_body_bytes", "unchecked", "label", "members", "rules"];

/// Lists that are read once all layers are known, each with its layer's index.
#[derive(Default)]
struct Later<'a> {
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
        let mut later = Later::default();
        for (index, layer) in layers.iter().enumerate() {
            self.layer = before + index + 1;
            self.read_layer(layer, index, &mut later).map_err(in_layer(index))?;
        }
        // Rules come after the members that they may name.
        for (index, mut json) in later.rules {
            self.layer = before + index + 1;
            self.read_rules(&mut json).map_err(in_layer(index))?;
        }
        self.compile_rules(before)?;
        // Levels come last, since any layer may add the rules that they name.
        for (index, mut json) in later.levels {
            self.layer = before + index + 1;
            self.read_levels(&mut json).map_err(in_layer(index))?;
        }
        self.layer = before + layers.len();
        Ok(self)
    }

    fn read_layer<'a>(
        &mut self,
        layer: &'a [u8],
        index: usize,
        later: &mut Later<'a>,
    ) -> Result<(), ConfigError> {
        let limit = |value: Value<'_>, max: usize| {
            config::within(value.integer()?, 1, max as i64).map(|limit| limit as usize)
        };
        let mut json = Json::new(layer)?;
        json.object()?;
        json.members(&mut |json, name| {
            match name {
                "members" => self.read_members(json)?,
                "rules" | "levels" => {
                    let list = if name == "rules" { &mut later.rules } else { &mut later.levels };
                    list.push((index, json.clone()));
                    json.skip();
                }
                "max_findings" => {
                    self.max_findings = json.read(|value| limit(value, Policy::MAX_FINDINGS))?;
                }
                "max_body_bytes" => {
                    self.max_body_bytes =
                        json.read(|value| limit(value, Policy::MAX_BODY_BYTES))?;
                }
                "unchecked" => {
                    self.rejects_unchecked = json.read(|value| match value.text()? {
                        "accept" => Ok(false),
                        "reject" => Ok(true),
                        _ => Err("not one of accept, reject".to_owned()),
                    })?;
                }
                "label" => self.label = Some(json.read(|value| Ok(label(value.text()?)?.into()))?),
                _ => return Err(json.unknown_member(name, MEMBERS)),
            }
            Ok(())
        })
    }

    fn read_levels(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        json.object()?;
        json.members(&mut |json, selector| {
            json.read(|value| self.set_level(selector, Level::named(value.text()?)?))
        })
    }

    fn read_members(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        entries(json, &mut |json, at| {
            let mut member = DeclaredMember::default();
            json.members(&mut |json, name| member.read(json, name))?;
            let added = Arc::make_mut(self.added.get_or_insert_default());
            let declared = member.declare(&mut added.members, self.layer);
            let is_new = declared.map_err(|problem| in_entry(json, at, problem))?;
            self.members += usize::from(is_new);
            match self.members > Policy::MAX_MEMBERS {
                true => Err(ConfigError::new("members", "more than 256")),
                false => Ok(()),
            }
        })
    }

    fn read_rules(&mut self, json: &mut Json<'_>) -> Result<(), ConfigError> {
        entries(json, &mut |json, at| {
            let rule = PolicyRule::read(json, self.layer)?;
            self.add_rule(rule).map_err(|problem| in_entry(json, at, problem))?;
            match self.added.as_ref().is_some_and(|added| added.policy.len() > Policy::MAX_RULES) {
                true => Err(ConfigError::new("rules", "more than 256")),
                false => Ok(()),
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
        let needs_compiling = |rule: &Arc<PolicyRule>| compiles_all || rule.layer > before;
        if !added.policy.iter().any(needs_compiling) {
            return Ok(());
        }
        let Added { members, policy, .. } = Arc::make_mut(added);
        for rule in policy.iter_mut().filter(|rule| needs_compiling(rule)) {
            let layer = rule.layer.saturating_sub(before + 1);
            let compiled = Arc::make_mut(rule).compile(members);
            compiled.map_err(|error| PolicyError(error.in_layer(layer)))?;
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
