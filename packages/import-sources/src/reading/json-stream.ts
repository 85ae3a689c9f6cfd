import { maxElementLength, type Tell } from './chunks.ts';

/** An element of a JSON file. `key` names the list that it stands in, or the value itself, where the file is an object. */
export type JsonElement = {
  readonly key: string | undefined;
  readonly value: unknown;
  readonly where: string;
};

/** Levels of lists and objects in an element. Whoever works on a value goes down into it, so the stack bounds them. */
const maxDepth = 100;

/** What is being read. */
type State =
  | 'start'
  /** Between the elements of a list. */
  | 'list'
  /** Between the entries of the outer object. */
  | 'object'
  /** Behind the name of an entry. */
  | 'entry'
  /** In an element or value. */
  | 'value'
  | 'end';

/**
 * Yields the elements of a JSON file one after the other: those of a list, or those of the lists in an object, whose other values
 * come as they are. A broken element is told and left out; a file that ends early is told, too.
 */
export async function* jsonElements(
  chunks: AsyncIterable<string>,
  file: string,
  tell: Tell,
): AsyncIterable<JsonElement> {
  const reader = new ElementReader(file, tell);
  for await (const chunk of chunks) yield* reader.read(chunk);
  reader.end();
}

const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** Returns whether a character only separates elements: a comma or white space. */
const isBlank = (code: number): boolean =>
  code === 0x2c || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

class ElementReader {
  private state: State = 'start';
  private line = 1;
  private elementLine = 1;
  private isOuterObject = false;
  private isInList = false;
  private key: string | undefined;
  private pieces: string[] = [];
  private length = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isTooLong = false;
  private isTooDeep = false;
  private isName = false;
  private readonly file: string;
  private readonly tell: Tell;

  constructor(file: string, tell: Tell) {
    this.file = file;
    this.tell = tell;
  }

  *read(chunk: string): Iterable<JsonElement> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === 0x0a) this.line++;
      if (this.state !== 'value') {
        if (this.begins(code)) from = at;
        continue;
      }
      const end = this.endOfElement(code);
      if (end === undefined) continue;
      this.add(chunk.slice(from, end === 'with' ? at + 1 : at));
      yield* this.finish();
      // The end of a number or word, and of the list or object around it.
      if (end === 'before' && isClosing(code)) this.closing(code);
    }
    if (this.state === 'value') this.add(chunk.slice(from));
  }

  /** Takes in a character between elements. @returns whether an element begins with it */
  private begins(code: number): boolean {
    if (isBlank(code) || code === 0xfeff || this.state === 'end') return false;
    if (this.state === 'start') this.opening(code);
    else if (this.state === 'entry' && (code === 0x3a || code === 0x5b)) {
      if (code === 0x5b) {
        this.isInList = true;
        this.state = 'list';
      }
    } else if (isClosing(code)) this.closing(code);
    else {
      this.isName = this.state === 'object';
      this.state = 'value';
      this.elementLine = this.line;
      this.pieces = [];
      this.length = 0;
      this.depth = isOpening(code) ? 1 : 0;
      this.isInString = code === 0x22;
      this.isEscaped = false;
      this.isTooLong = false;
      this.isTooDeep = false;
      return true;
    }
    return false;
  }

  /** Takes in a character of an element. @returns whether the element ends with it, or before it */
  private endOfElement(code: number): 'with' | 'before' | undefined {
    if (this.isInString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (code === 0x5c) this.isEscaped = true;
      else if (code === 0x22) {
        this.isInString = false;
        if (this.depth === 0) return 'with';
      }
      return undefined;
    }
    if (code === 0x22) this.isInString = true;
    else if (isOpening(code)) {
      if (++this.depth > maxDepth) this.isTooDeep = true;
    } else if (isClosing(code)) {
      if (this.depth === 0) return 'before';
      if (--this.depth === 0) return 'with';
    } else if (this.depth === 0 && isBlank(code)) return 'before';
    return undefined;
  }

  end(): void {
    if (this.state === 'end') return;
    if (this.state === 'value') {
      // What is left of an element that has been cut off.
      this.pieces = [];
      this.length = 0;
    }
    this.broken(this.line, 'ends early: something is missing behind this place');
  }

  private opening(code: number): void {
    this.isInList = code === 0x5b;
    if (this.isInList) this.state = 'list';
    else if (code === 0x7b) {
      this.isOuterObject = true;
      this.state = 'object';
    } else {
      this.broken(this.line, 'is no JSON');
      this.state = 'end';
    }
  }

  private closing(code: number): void {
    if (this.isInList && code === 0x5d) {
      this.isInList = false;
      this.state = this.isOuterObject ? 'object' : 'end';
      this.key = undefined;
    } else if (!this.isInList && this.isOuterObject && code === 0x7d) this.state = 'end';
    else this.broken(this.line, 'has a bracket that closes nothing');
  }

  private add(piece: string): void {
    this.length += piece.length;
    if (this.length > maxElementLength) {
      this.isTooLong = true;
      this.pieces = [];
    } else this.pieces.push(piece);
  }

  private *finish(): Iterable<JsonElement> {
    const element = this.pieces.join('');
    this.pieces = [];
    const { isName } = this;
    this.state = isName ? 'entry' : this.isInList ? 'list' : 'object';
    if (this.isTooLong) {
      this.broken(this.elementLine, 'has an element that is too long');
      return;
    }
    if (this.isTooDeep) {
      this.broken(this.elementLine, 'has an element that is nested too deeply');
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(element);
    } catch {
      this.broken(this.elementLine, `has an element that is no JSON: ${element.slice(0, 40)}`);
      return;
    }
    if (isName) this.key = typeof value === 'string' ? value : undefined;
    else {
      yield { key: this.key, value, where: `${this.file}:${this.elementLine}` };
      if (!this.isInList) this.key = undefined;
    }
  }

  private broken(line: number, what: string): void {
    this.tell({ finding: 'broken-json', where: `${this.file}:${line}`, example: `The file ${what}.` });
  }
}
