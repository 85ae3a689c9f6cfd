import { errors, errorText, hasKey } from '@parley/core';
import { z } from 'zod';
import { invalidParameter } from './explain.ts';

export type ParameterFacts = {
  readonly schema: z.ZodType;
  /** Whether the form or query contains the value as JSON. */
  readonly jsonEncoded: boolean;
  readonly inPath: boolean;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Documented meaning of an absent parameter. Used by handlers that must detect the absence and so cannot use `default`. */
  readonly assumed?: unknown;
};

type Decode<T> = (text: string, name: string) => T;

/**
 * One parameter of an endpoint: how its text is decoded, which value an absent parameter has, and its documentation. Objects
 * are immutable; each method returns a changed copy. A parameter is required by default.
 */
export class Parameter<T> {
  readonly facts: ParameterFacts;
  /** `name` is the one that the client sent. @throws ParleyError for an invalid text */
  readonly decode: Decode<T>;
  /** Whether the text `null` is passed to `decode`. Otherwise it means that the parameter is absent. */
  readonly takesNull: boolean;
  /** Whether JSON `null` is a value that differs from an absent parameter. */
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  /** Value of an absent parameter. Used only when the parameter is not required. */
  readonly fallback: T | undefined;

  constructor(
    decode: Decode<T>,
    facts: ParameterFacts,
    rest: { takesNull?: boolean; isNullable?: boolean; isRequired?: boolean; fallback?: T | undefined } = {},
  ) {
    this.decode = decode;
    this.facts = facts;
    this.takesNull = rest.takesNull ?? false;
    this.isNullable = rest.isNullable ?? false;
    this.isRequired = rest.isRequired ?? true;
    this.fallback = rest.fallback;
  }

  optional(): Parameter<T | undefined> {
    return new Parameter<T | undefined>(this.decode, this.facts, {
      takesNull: this.takesNull,
      isNullable: this.isNullable,
      isRequired: false,
      fallback: undefined,
    });
  }

  default<const Fallback extends T>(fallback: Fallback): Parameter<T> {
    return new Parameter<T>(this.decode, this.facts, {
      takesNull: this.takesNull,
      isNullable: this.isNullable,
      isRequired: false,
      fallback,
    });
  }

  /** Differs from an absent parameter: `null` may reset a setting that an absent parameter keeps. */
  nullable(): Parameter<T | null> {
    return new Parameter<T | null>(
      (text, name) => (text.trim() === 'null' ? null : this.decode(text, name)),
      { ...this.facts, schema: z.union([this.facts.schema, z.null()]) },
      { ...this, takesNull: true, isNullable: true },
    );
  }

  /** When a client sends several names, the current name applies, otherwise the first of the older ones. */
  alias(...names: string[]): Parameter<T> {
    return this.#with({ aliases: [...this.facts.aliases, ...names] });
  }

  describe(description: string): Parameter<T> {
    return this.#with({ description });
  }

  deprecated(): Parameter<T> {
    return this.#with({ isDeprecated: true });
  }

  /** For the documentation. The handler still receives `undefined`, so that it can detect the absence. */
  assumes(assumed: T): Parameter<T> {
    return this.#with({ assumed });
  }

  inPath(): Parameter<T> {
    return this.#with({ inPath: true });
  }

  #with(facts: Partial<ParameterFacts>): Parameter<T> {
    return new Parameter(this.decode, { ...this.facts, ...facts }, this);
  }
}

const facts = (schema: z.ZodType, jsonEncoded = false): ParameterFacts => ({
  schema,
  jsonEncoded,
  inPath: false,
  aliases: [],
  description: '',
  isDeprecated: false,
});

function check<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidParameter(name, result.error, value);
  return result.data;
}

/** Of a `freeText`, and of each string inside a JSON value. Services that store texts have lower limits. */
const maxTextLength = 100_000;

/** Texts that people write: not decoded from JSON, and `null` is an ordinary text. */
export function freeText(maxLength = maxTextLength): Parameter<string> {
  const decode: Decode<string> = (text, name) => plainText(text, name, maxLength);
  return new Parameter(decode, facts(z.string().max(maxLength)), { takesNull: true });
}

/** Characters of a content or topic. The owner shortens them; this only bounds its work. */
const maxMessageText = 1_000_000;

export const messageText = (): Parameter<string> => freeText(maxMessageText);

/** Declares a text that programs write, such as an anchor or a code. It may be a JSON string in quotes. */
export function text(maxLength = 10_000): Parameter<string> {
  const decode: Decode<string> = (text, name) => plainText(unquoted(text), name, maxLength);
  return new Parameter(decode, facts(z.string().max(maxLength)));
}

/** Declares a queue ID. The limit is far above the length of real IDs. */
export const queueIdText = (): Parameter<string> => text(200);

function plainText(text: string, name: string, maxLength: number): string {
  if (text.length > maxLength) throw tooLong(name, maxLength);
  if (text.includes('\0')) throw nullByte(name);
  if (!text.isWellFormed()) throw illFormed(name);
  return text;
}

const tooLong = (name: string, maxLength: number) =>
  errors.badRequest(
    errorText('{parameter} is too long (limit: {limit} characters)', { parameter: name, limit: maxLength }),
  );

const wholeNumber = /^-?\d{1,17}$/;

/** Bounds for parameters that become an int32 field of a call to a service. Use as `integer(int32)`. */
export const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

/** With or without JSON quotes. By default the bounds are those of exact JavaScript integers. */
export function integer({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
} = {}): Parameter<number> {
  const schema = z.int().min(min).max(max);
  return new Parameter((text, name) => {
    const trimmed = unquoted(text.trim());
    if (!wholeNumber.test(trimmed))
      throw errors.badRequest(errorText('{parameter} is not an integer', { parameter: name }));
    const value = Number(trimmed);
    if (value >= min && value <= max) return value;
    throw errors.badRequest(
      value > max
        ? errorText('{parameter} is too large (limit: {limit})', { parameter: name, limit: max })
        : errorText('{parameter} is too small (minimum: {minimum})', { parameter: name, minimum: min }),
    );
  }, facts(schema));
}

/** Declares an integer, or a word that stands for an integer. Both may have JSON quotes. */
export function integerOrWord<Word extends string>(
  bounds: { min: number; max: number },
  words: Readonly<Record<Word, number>>,
): Parameter<number> {
  const number = integer(bounds);
  const schema = z.union([number.facts.schema, z.enum(Object.keys(words))]);
  return new Parameter((text, name) => {
    const word = unquoted(text.trim());
    return hasKey(words, word) ? words[word] : number.decode(text, name);
  }, facts(schema));
}

export function boolean(): Parameter<boolean> {
  return new Parameter((text, name) => {
    const plain = unquoted(text.trim());
    if (plain === 'true') return true;
    if (plain === 'false') return false;
    throw errors.badRequest(errorText('{parameter} is not a boolean', { parameter: name }));
  }, facts(z.boolean()));
}

/** Declares one of a fixed set of texts, with or without JSON quotes. */
export function oneOf<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): Parameter<Choice> {
  const schema = z.enum(choices);
  return new Parameter((text, name) => check(schema, unquoted(text), name) as Choice, facts(schema));
}

/** Declares a JSON text whose value matches the schema. */
export function json<T>(schema: z.ZodType<T>): Parameter<T> {
  return new Parameter((text, name) => check(schema, parseJson(text, name), name), facts(schema, true));
}

const mayBeJson = /^\s*["[{\-0-9tfn]/;

/** Declares a JSON text whose value matches the schema. A text that is not JSON counts as a string. */
export function jsonOrText<T>(schema: z.ZodType<T>): Parameter<T> {
  return new Parameter(
    (text, name) => {
      let value: unknown = text;
      // Most names and addresses are obviously not JSON. A failed `JSON.parse` throws, which costs more than this test.
      if (mayBeJson.test(text)) {
        try {
          value = JSON.parse(text);
        } catch {
          // The text is not JSON, so it is a plain string.
        }
      }
      refuseOddTexts(value, text, name);
      return check(schema, value, name);
    },
    facts(schema, true),
  );
}

function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badRequest(errorText('{parameter} is not valid JSON', { parameter: name }));
  }
  refuseOddTexts(value, text, name);
  return value;
}

/** Decodes a text that is a JSON string. Returns other texts unchanged. */
function unquoted(text: string): string {
  if (text.length < 2 || text[0] !== '"' || text.at(-1) !== '"') return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/**
 * Refuses strings inside a JSON value that are too long, contain a null byte (PostgreSQL cannot store it) or contain half a
 * surrogate pair (UTF-8 cannot encode it). JSON can contain the last two as escapes `\u…`. Unescaped ones are refused before
 * decoding.
 */
function refuseOddTexts(value: unknown, text: string, name: string): void {
  if (text.length <= maxTextLength && !text.includes('\\u')) return;
  for (const each of textsIn(value)) {
    if (each.length > maxTextLength) throw tooLong(name, maxTextLength);
    if (each.includes('\0')) throw nullByte(name);
    if (!each.isWellFormed()) throw illFormed(name);
  }
}

function* textsIn(root: unknown): Iterable<string> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        yield key;
        waiting.push(member);
      }
    }
  }
}

/** Returns the error for a null byte, which PostgreSQL cannot store. */
export const nullByte = (name: string) =>
  errors.badRequest(errorText('{parameter} must not contain null bytes', { parameter: name }));

/** Returns the error for a text with half a surrogate pair, which UTF-8 cannot encode. */
export const illFormed = (name: string) =>
  errors.badRequest(errorText('{parameter} is not well-formed Unicode', { parameter: name }));
