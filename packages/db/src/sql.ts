import { createHash } from 'node:crypto';

/**
 * A statement with its parameters. It is prepared once per connection. The name of the prepared statement is a hash of
 * the text.
 */
export type Query = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/** Names of prepared statements by their text. Most texts occur often, and hashing them each time would cost time. */
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
    let text = this.strings[0]!;
    this.parts.forEach((part, index) => {
      if (part instanceof Fragment) text += part.#append(values);
      else text += `$${values.push(part)}`;
      text += this.strings[index + 1];
    });
    return text;
  }
}

/**
 * Builds a parameterized statement or a part of one. Values become parameters, and nested `sql` becomes text. A string
 * can never become a part of the text.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Query {
  return new Fragment(strings, parts);
}

/** Joins conditions with `and`. Without conditions it returns `true`. */
export function and(conditions: readonly Query[]): Query {
  return join(conditions, ' and ') ?? sql`true`;
}

/** Joins conditions with `or`. Without conditions it returns `false`. */
export function or(conditions: readonly Query[]): Query {
  return join(conditions, ' or ') ?? sql`false`;
}

function join(parts: readonly Query[], separator: ' and ' | ' or '): Query | undefined {
  if (parts.length === 0) return undefined;
  const middle = `)${separator}(`;
  return new Fragment(['(', ...Array<string>(parts.length - 1).fill(middle), ')'], parts);
}
