import { type Entry, entryOf } from './tar.ts';

/** Minimum size of a part, in bytes. A part is returned when it has this size, so that the needed memory is bounded. */
const partBytes = 1024 * 1024;

const open = Buffer.from('[\n');
const comma = Buffer.from(',\n');
const close = Buffer.from('\n]\n');

/** Files `<name>/000001.json` and so on, each a JSON array with one element per line. */
export class JsonParts {
  readonly #name: string;
  #texts: Uint8Array[] = [];
  #bytes = 0;
  #parts = 0;
  /** Number of elements in all parts. */
  count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds an element. Returns a file if the current part is complete, and an empty array otherwise. */
  add(json: Uint8Array): Entry[] {
    this.#texts.push(json);
    this.#bytes += json.length;
    this.count += 1;
    return this.#bytes >= partBytes ? [this.#take()] : [];
  }

  /** Returns the last, incomplete part; an empty array when there are no elements left. */
  end(): Entry[] {
    return this.#texts.length > 0 ? [this.#take()] : [];
  }

  #take(): Entry {
    const texts = this.#texts.flatMap((text, index) => (index === 0 ? [open, text] : [comma, text]));
    [this.#texts, this.#bytes] = [[], 0];
    this.#parts += 1;
    const name = `${this.#name}/${String(this.#parts).padStart(6, '0')}.json`;
    return entryOf(name, Buffer.concat([...texts, close]));
  }
}
