// The messages of findings, put together from the templates of the rules. How these are written
// stands at `Rule::message` in ../../core/src/check/rule/mod.rs.

/** A value of a finding's params. */
export type Value = string | number | boolean | string[] | null;

/** What a message is made from: the level, the params, as they are and as messages show them, and the path. */
export interface MessageData {
  denies: boolean;
  values: readonly Value[];
  /** `null` for a value that isn't there; two texts for a pair. */
  texts: readonly (string | readonly string[] | null)[];
  path: string;
  /** Where in the path the last member's name begins, and that of the one before; 0 for none. */
  last: number;
  around: number;
}

/** A message taken apart: texts, the positions of params, and functions for all else. */
export type Template = readonly Part[];
type Part = string | number | ((data: MessageData) => string);

/** Takes a message apart. */
export function templateOf(message: string, params: readonly string[]): Template {
  const [before, ...rest] = message.split('{');
  const parts = rest.flatMap((part): Part[] => {
    const [inside, behind] = part.split('}');
    return [partOf(inside as string, params), behind as string];
  });
  return [before as string, ...parts].filter((part) => part !== '');
}

/** Fills in a message. */
export function fillIn(template: Template, data: MessageData): string {
  let message = '';
  for (const part of template) {
    if (typeof part === 'string') message += part;
    else if (typeof part === 'number') message += (data.texts[part] as string | null) ?? '';
    else message += part(data);
  }
  return message;
}

/** What is between braces. */
function partOf(inside: string, params: readonly string[]): Part {
  const [name, choice] = inside.split(':', 2) as [string, string?];
  const [param, before, behind = ''] = name.split('|') as [string, ...string[]];
  const [whole, part] = param.split('.') as [string, string?];
  const at = params.indexOf(whole);
  if (choice !== undefined) {
    const [one, more] = choice.split('|') as [string, string];
    if (at < 0) return ({ denies }) => (denies ? one : more);
    return ({ values }) => (values[at] === 1 || values[at] === true ? one : more);
  }
  if (at < 0) return whole === 'at' ? (data) => memberAt(data, '', ': ') : memberOf;
  if (part !== undefined) return ({ texts }) => texts[at]?.[Number(part)] as string;
  if (before === undefined) return at;
  return ({ texts }) => (texts[at] === null ? '' : before + (texts[at] as string) + behind);
}

function memberOf(data: MessageData): string {
  return memberAt(data, 'the body', '');
}

/** The last member with the object around it, then `behind`; or only `body`. */
function memberAt({ path, last, around }: MessageData, body: string, behind: string): string {
  if (last === 0) return body;
  const member = path.slice(last);
  // The name of an unknown member that isn't shown.
  if (member === '*') return 'a member';
  const before = around === 0 ? '' : `${named(path.slice(around, last - 1))}.`;
  return `\`${before}${named(member)}\`${behind}`;
}

/** The name of a member, and the index behind it in brackets. */
function named(steps: string): string {
  const slash = steps.indexOf('/');
  return slash < 0 ? steps : `${steps.slice(0, slash)}[${steps.slice(slash + 1)}]`;
}
