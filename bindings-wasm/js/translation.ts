// The types of translations.

import type { Feature, Member, RuleName } from './types.js';

/**
 * The messages in a language. Missing ones are shown in English.
 *
 * A template has these placeholders:
 *
 * - `{name}`: the member `name` of the finding's `params`;
 * - `{name:one=leg|other=legs}`: the text for the plural category of the number (`Intl.PluralRules`);
 *   `other` if there is none for it;
 * - `{name:yes|no}`: `yes` if it is `true`, or a number of the category `one`, else `no`;
 * - `{member}`: the name of the body's member; `{member.acc}`: its form `acc`.
 */
export interface Translation {
  /**
   * The language as a BCP 47 tag: `de`; `de_AT` is read as `de`. `Intl` formats numbers, dates and plurals for it;
   * without it, they are shown as in the finding.
   */
  readonly language?: string;
  /** A template for each rule. */
  readonly templates: { readonly [rule in RuleName]?: string };
  /** The template for a rule that has none, other than a policy rule, if it denies; a warning then has no text. */
  readonly otherwise?: string;
  /**
   * A policy's `rules`, which have messages by language. They are shown as they are, in the translation's language; for
   * `de-AT`, otherwise in `de`. If several rules have the same name, the last one counts.
   */
  readonly rules?: readonly RuleMessage[] | undefined;
  /** Each feature as a noun, with its article if the language has one. */
  readonly features?: { readonly [feature in Feature]?: string };
  /** The name of each member; or its forms, with `name` as the usual one. */
  readonly members?: { readonly [member in Member]?: MemberName };
  /** The text for `{member}` if the finding is about the whole body. */
  readonly body?: string;
}

/** The parts of a policy rule that a translation needs. Its `message` is in English, or by language. */
export interface RuleMessage {
  readonly name: string;
  readonly message?: string | { readonly [language: string]: string | undefined } | undefined;
}

/** The name of a member: the same in all sentences, or a form for each case that the templates use. */
export type MemberName = string | { readonly name: string; readonly [form: string]: string };
