import { createHash } from 'node:crypto';
import { firstItem } from '@parley/core';

/** A SQL statement with its parameters. It is prepared once per connection, under a name that is a hash of its text. */
export type Query = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** Cache of names by statement text, because hashing a text each time would be slow. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
    if (names.size < 10_000) names.set(text, name);
  }
  return name;
}

class Fragment implements Query {
  readonly strings: readonly string[];
  readonly parts: readonly unknown[];
  #compiled: { text: string; values: unknown[] } | undefined;

  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings;
    this.parts = parts;
  }

  get text(): string {
    return this.#compile().text;
  }

  get values(): readonly unknown[] {
    return this.#compile().values;
  }

  get name(): string {
    return nameOf(this.text);
  }

  #compile() {
    if (!this.#compiled) {
      const values: unknown[] = [];
      this.#compiled = { text: this.#append(values), values };
    }
    return this.#compiled;
  }

  #append(values: unknown[]): string {
    let text = firstItem(this.strings);
    this.parts.forEach((part, index) => {
      if (part instanceof Fragment) text += part.#append(values);
      else text += `$${values.push(part)}`;
      text += this.strings[index + 1];
    });
    return text;
  }
}

/** Builds a statement or a part of one. Values become parameters, never text; nested `sql` is inserted as text. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Query {
  return new Fragment(strings, parts);
}

/** Combines conditions with `and`. Returns `true` when there are none. */
export function and(conditions: readonly Query[]): Query {
  return join(conditions, ' and ') ?? sql`true`;
}

/** Combines conditions with `or`. Returns `false` when there are none. */
export function or(conditions: readonly Query[]): Query {
  return join(conditions, ' or ') ?? sql`false`;
}

/** Returns a list of expressions, of at least one. */
export const together = (parts: readonly Query[]): Query =>
  new Fragment(['', ...Array<string>(parts.length - 1).fill(', '), ''], parts);

function join(parts: readonly Query[], separator: ' and ' | ' or '): Query | undefined {
  if (parts.length === 0) return undefined;
  const middle = `)${separator}(`;
  return new Fragment(['(', ...Array<string>(parts.length - 1).fill(middle), ')'], parts);
}
