/** Ends reading when the text is as long as allowed. */
export class FullError extends Error {}

/** Collects text up to a limit. Runs of blanks become one, and lines without text are left out. */
export class TextSink {
  readonly #max: number;
  #parts: string[] = [];
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws FullError when the text is as long as allowed */
  add(text: string): void {
    if (text === '') return;
    const room = this.#max - this.#length;
    this.#parts.push(text.length > room ? text.slice(0, room) : text);
    this.#length += Math.min(text.length, room);
    if (text.length > room) throw new FullError();
  }

  newLine(): void {
    if (this.#parts.length > 0 && this.#parts.at(-1) !== '\n') this.add('\n');
  }

  result(): string {
    return this.#parts
      .join('')
      .replaceAll('\0', ' ')
      .toWellFormed()
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n[ \n]*/g, '\n')
      .trim();
  }
}
