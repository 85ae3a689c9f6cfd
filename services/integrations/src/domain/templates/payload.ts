import { type ErrorText, reasonErrorText } from '@parley/texts';

/** Thrown when a request cannot be one of a tool. The message tells its sender what is missing. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
  readonly #text: ErrorText | undefined;

  constructor(message: string | ErrorText) {
    super(typeof message === 'string' ? message : message.in('en'));
    this.#text = typeof message === 'string' ? undefined : message;
  }

  /** The message in a form that can be translated. It is searched only when somebody sees the error. */
  get text(): ErrorText {
    return this.#text ?? reasonErrorText(this.message);
  }
}

/** Maximum length of a text of a payload, so that no function that works on it takes long. */
const maxText = 40_000;
/** Maximum number of items that are read from a list. */
const maxItems = 1_000;

/**
 * Unknown JSON that is read safely: what is missing or has another type is an absent value, an empty text or an empty list, never an
 * error. `required` is for the few values without which a message says nothing.
 */
export class Payload {
  /** The value itself, for `json` and templates. */
  readonly value: unknown;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    this.value = value;
    this.#path = path;
  }

  /** Returns the value below keys of objects and indexes of lists. It may be absent. */
  at(...keys: readonly (string | number)[]): Payload {
    let { value } = this;
    for (const key of keys) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string | number, unknown>)[key]
          : undefined;
    }
    return new Payload(value, [this.#path, ...keys].filter((part) => part !== '').join('.'));
  }

  /** Whether there is a value other than null. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Whether the value is `true`, or the text `true` (as forms have it). */
  get isTrue(): boolean {
    return this.value === true || this.value === 'true';
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  /** Returns the text below the keys; a number or truth value as its text; otherwise the empty text. */
  text(...keys: readonly (string | number)[]): string {
    const { value } = this.at(...keys);
    if (typeof value === 'string') return value.slice(0, maxText).toWellFormed().replaceAll('\0', '');
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  }

  /** Returns the first text among several paths (keys joined by dots) that is not empty. */
  firstText(...paths: readonly string[]): string {
    for (const path of paths) {
      const text = this.text(...path.split('.'));
      if (text.trim() !== '') return text;
    }
    return '';
  }

  /** Returns the number below the keys, also when it is written as a text; otherwise undefined. */
  number(...keys: readonly (string | number)[]): number | undefined {
    const { value } = this.at(...keys);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  /** Returns the items of the list below the keys; none when it is no list. */
  list(...keys: readonly (string | number)[]): Payload[] {
    const found = this.at(...keys);
    if (!Array.isArray(found.value)) return [];
    return found.value.slice(0, maxItems).map((_, index) => found.at(index));
  }

  /** Returns the number of items of the list below the keys, beyond those that `list` returns. */
  count(...keys: readonly (string | number)[]): number {
    const { value } = this.at(...keys);
    return Array.isArray(value) ? value.length : 0;
  }

  /** Returns the fields of the object below the keys; none when it is no object. */
  fields(...keys: readonly (string | number)[]): [key: string, value: Payload][] {
    const found = this.at(...keys);
    if (!found.isObject) return [];
    return Object.keys(found.value as object)
      .slice(0, maxItems)
      .map((key) => [key.slice(0, maxText).toWellFormed().replaceAll('\0', ''), found.at(key)]);
  }

  /** Returns the value below the keys. @throws PayloadError when it is absent or null */
  required(...keys: readonly (string | number)[]): Payload {
    const found = this.at(...keys);
    if (!found.exists) throw new PayloadError(`The payload has no "${keys.join('.')}".`);
    return found;
  }

  /** Returns the text below the keys. @throws PayloadError when it is absent, empty or no text */
  requiredText(...keys: readonly (string | number)[]): string {
    const text = this.text(...keys);
    if (text.trim() === '') throw new PayloadError(`The payload has no "${keys.join('.')}".`);
    return text;
  }
}
