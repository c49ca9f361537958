// The messages of findings, put together from the templates of the rules. How these are written
// stands at `Rule::message` in ../../core/src/rule.rs.

/** A value of a finding's params. */
export type Value = string | number | boolean | string[] | null;

/** What a message is made from: the params, as they are and as messages show them, and the path. */
export interface Given {
  values: readonly Value[];
  /** `null` for a value that isn't there; two texts for a pair. */
  texts: readonly (string | readonly string[] | null)[];
  path: string;
  /** Whether the last step of the path is a name that looks like an index. */
  endsInName: boolean;
}

/** A message taken apart: texts, and functions that fill in what is between them. */
export type Template = readonly (string | ((given: Given) => string))[];

/** Takes a message apart. */
export function templateOf(message: string, params: readonly string[]): Template {
  const [before, ...rest] = message.split('{');
  const parts: Template[] = rest.map((part) => {
    const [inside, behind] = part.split('}');
    return [filler(inside as string, params), behind as string];
  });
  return [before as string, ...parts.flat()];
}

/** Fills in a message. */
export function fillIn(template: Template, given: Given): string {
  let message = '';
  for (const part of template) message += typeof part === 'string' ? part : part(given);
  return message;
}

function filler(inside: string, params: readonly string[]): (given: Given) => string {
  const [name, choice] = inside.split(':', 2) as [string, string?];
  const [param, before = '', behind = ''] = name.split('|') as [string, ...string[]];
  const [whole, part] = param.split('.') as [string, string?];
  const at = params.indexOf(whole);
  if (at < 0) return whole === 'at' ? (given) => memberAt(given, '', ': ') : memberOf;
  if (choice !== undefined) {
    const [one, more] = choice.split('|') as [string, string];
    return ({ values }) => (values[at] === 1 || values[at] === true ? one : more);
  }
  if (part !== undefined) return ({ texts }) => texts[at]?.[Number(part)] as string;
  return ({ texts }) => (texts[at] === null ? '' : before + (texts[at] as string) + behind);
}

function memberOf(given: Given): string {
  return memberAt(given, 'the body', '');
}

/** The member at the path with the object around it, then `behind`; or only `body`. */
function memberAt({ path, endsInName }: Given, body: string, behind: string): string {
  if (path === '') return body;
  const steps = path.split('/');
  let around = '';
  let last = '';
  for (let at = 1; at < steps.length; at++) {
    const step = steps[at] as string;
    // No member of the schema begins with a digit.
    if (/^\d/.test(step) && !(endsInName && at === steps.length - 1)) {
      last += `[${step}]`;
    } else {
      around = last;
      last = step;
    }
  }
  // The name of an unknown member that isn't shown.
  if (last === '*') return 'a member';
  return `\`${around && `${around}.`}${last}\`${behind}`;
}
