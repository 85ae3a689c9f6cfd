/** Parses SCIM filters, and tests whether resources match them (RFC 7644, section 3.4.2.2). No I/O. */
import { isOneOf } from '@parley/core';
import { invalid } from './scim-error.ts';

export type Resource = Record<string, unknown>;

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
type Operator = (typeof operators)[number];
type Value = string | number | boolean | null;

export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Operator; value: Value }
  | { kind: 'element'; path: string; of: Filter };

const maxLength = 4_000;
const maxDepth = 30;

/** Parses a filter. @throws ScimError invalidFilter */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw invalid('invalidFilter', 'The filter is too long.');
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/g) ?? [];
  const parser = new Parser(tokens);
  const filter = parser.either(0);
  if (!parser.isAtEnd) throw invalid('invalidFilter', 'The filter has more than one expression.');
  return filter;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw invalid('invalidFilter', 'The filter ends too early.');
    return token;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw invalid('invalidFilter', `The filter lacks ${word}.`);
  }

  either(depth: number): Filter {
    if (depth > maxDepth) throw invalid('invalidFilter', 'The filter is nested too deeply.');
    let left = this.#both(depth);
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#both(depth) };
    return left;
  }

  #both(depth: number): Filter {
    let left = this.#one(depth);
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#one(depth) };
    return left;
  }

  #one(depth: number): Filter {
    if (this.#takes('not')) {
      this.#expect('(');
      const of = this.either(depth + 1);
      this.#expect(')');
      return { kind: 'not', of };
    }
    if (this.#takes('(')) {
      const inner = this.either(depth + 1);
      this.#expect(')');
      return inner;
    }
    const path = this.#next();
    if (!/^[A-Za-z][\w.:$-]*$/.test(path)) throw invalid('invalidFilter', 'The filter names no attribute.');
    if (this.#takes('[')) {
      const of = this.either(depth + 1);
      this.#expect(']');
      return { kind: 'element', path: shortPath(path), of };
    }
    const operator = this.#next().toLowerCase();
    if (operator === 'pr') return { kind: 'present', path: shortPath(path) };
    if (!isOneOf(operators, operator)) {
      throw invalid('invalidFilter', 'The filter has an unknown operator.');
    }
    return { kind: 'compare', path: shortPath(path), operator, value: this.#value() };
  }

  #value(): Value {
    const token = this.#next();
    try {
      const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
      if (
        value === null ||
        typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean'
      )
        return value;
    } catch {}
    throw invalid('invalidFilter', 'The filter compares with an invalid value.');
  }
}

/** Returns the path of an attribute without the URN of a core schema. */
export const shortPath = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');

/** Returns the member of an object with a name; undefined when there is none. Names are compared without case. */
export function memberOf(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined;
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

function valuesAt(resource: unknown, path: string): unknown[] {
  let values: unknown[] = [resource];
  for (const name of path.split('.')) {
    values = values.flatMap((each) => memberOf(each, name) ?? []).flat();
  }
  return values;
}

const caseExact = new Set(['id', 'externalid']);

function compares(operator: Operator, given: unknown, wanted: Value, isExact: boolean): boolean {
  const fold = (value: unknown) => (typeof value === 'string' && !isExact ? value.toLowerCase() : value);
  const [left, right] = [fold(given), fold(wanted)];
  if (operator === 'eq') return left === right;
  if (operator === 'ne') return left !== right;
  if (typeof left !== 'string' || typeof right !== 'string') {
    if (typeof left !== 'number' || typeof right !== 'number') return false;
    return ordered(operator, left - right);
  }
  if (operator === 'co') return left.includes(right);
  if (operator === 'sw') return left.startsWith(right);
  if (operator === 'ew') return left.endsWith(right);
  return ordered(operator, left < right ? -1 : left > right ? 1 : 0);
}

const ordered = (operator: Operator, difference: number): boolean =>
  (operator === 'gt' && difference > 0) ||
  (operator === 'ge' && difference >= 0) ||
  (operator === 'lt' && difference < 0) ||
  (operator === 'le' && difference <= 0);

export function matches(resource: unknown, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(resource, filter.left) && matches(resource, filter.right);
    case 'or':
      return matches(resource, filter.left) || matches(resource, filter.right);
    case 'not':
      return !matches(resource, filter.of);
    case 'present':
      return valuesAt(resource, filter.path).some((value) => value !== '' && value !== null);
    case 'element':
      return valuesAt(resource, filter.path).some((element) => matches(element, filter.of));
    case 'compare': {
      const { path, operator, value } = filter;
      const isExact = caseExact.has(path.toLowerCase());
      // For a list of objects, compares their `value` members.
      const values = valuesAt(resource, path).map((each) =>
        typeof each === 'object' && each !== null ? memberOf(each, 'value') : each,
      );
      if (operator === 'ne') return values.every((each) => compares(operator, each, value, isExact));
      if (value === null) return operator === 'eq' && values.length === 0;
      return values.some((each) => compares(operator, each, value, isExact));
    }
  }
}

/** Returns the value of a filter such as `userName eq "…"`; undefined for any other filter. */
export function onlyEqual(filter: Filter | undefined, path: string): string | undefined {
  if (filter?.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
    return undefined;
  return filter.path.toLowerCase() === path.toLowerCase() ? filter.value : undefined;
}
