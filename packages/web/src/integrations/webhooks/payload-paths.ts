/** Values of a payload that a template may name. */

export type PayloadPath = {
  /** As a template names it: `alert.name`; the number of an item stands as `0`. */
  readonly path: string;
  /** Whether the value is a list, of which a template shows each item. */
  readonly isList: boolean;
  /** The beginning of the value, or the number of items of a list. */
  readonly example: string;
};

const maxPaths = 60;
const maxDepth = 6;
const maxExample = 40;

/**
 * Returns the values of a payload, JSON or a form, that a template may name, in their order; empty for another text. Lists count as one value.
 * Names that a template cannot write (with spaces, dots or signs) are left out.
 */
export function payloadPaths(payload: string, contentType = ''): PayloadPath[] {
  const value =
    json(payload) ?? (/^application\/x-www-form-urlencoded/i.test(contentType) ? form(payload) : undefined);
  const found: PayloadPath[] = [];
  collect(value, [], found);
  return found;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fields of a form, or what its field `payload` contains, as the server reads it. */
function form(text: string): unknown {
  const fields = Object.fromEntries(new URLSearchParams(text));
  const inner = json(fields.payload ?? '');
  return typeof inner === 'object' && inner !== null ? inner : fields;
}

function collect(value: unknown, names: readonly string[], found: PayloadPath[]): void {
  if (found.length >= maxPaths) return;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (names.length >= maxDepth) return;
    for (const [name, inner] of Object.entries(value)) {
      if (/^[^\s|#/{}.]+$/.test(name)) collect(inner, [...names, name], found);
    }
    return;
  }
  if (names.length === 0) return;
  const isList = Array.isArray(value);
  const example = isList ? String(value.length) : String(value).slice(0, maxExample);
  found.push({ path: names.join('.'), isList, example });
}

/** Returns the text that inserts a value into a template. */
export const insertionOf = ({ path, isList }: PayloadPath): string =>
  isList ? `{{#each ${path}}}{{this}}{{/each}}` : `{{${path}}}`;
