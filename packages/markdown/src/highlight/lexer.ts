import { escapeHtml } from '../escape.ts';

/** Delimiters of a kind of string literal, and its class. Without `multiline`, it ends with its line. */
export type StringRule = {
  open: string;
  close: string;
  class: string;
  multiline?: boolean;
  /** Whether backslashes escape characters (class `se`). Default true. */
  escapes?: boolean;
};

/**
 * The part of a language's syntax that highlighting needs. Classes are the short names of Pygments. The lexer does not
 * backtrack: it reads each character a limited number of times, whatever the text is.
 */
export type Grammar = {
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
  strings?: readonly StringRule[];
  /** Words (such as keywords) by class. The words of a class are separated by blanks. */
  words?: Readonly<Record<string, string>>;
  ignoreCase?: boolean;
  /** Class of the identifier after a word: for example, `nf` after `def`. */
  after?: Readonly<Record<string, string>>;
  /** Sticky regular expression that matches one identifier. */
  identifier?: RegExp;
  /** Class of an identifier directly before `(`. */
  call?: string;
  /** Class of an identifier that starts with a capital letter, such as a type. */
  capitalized?: string;
  /** Classes by sigil (a prefix character of an identifier): for example, `nv` for `$` and `nd` for `@`. */
  sigils?: Readonly<Record<string, string>>;
  /** Character with which preprocessor lines start (class `cp`). */
  preprocessor?: string;
};

export type CompiledGrammar = Omit<Grammar, 'after' | 'sigils'> & {
  lookup: Map<string, string>;
  following: Map<string, string>;
  sigils: Map<string, string>;
  identifier: RegExp;
};

/** Prepares a grammar for the lexer: indexes its words, and fills in defaults. */
export function compileGrammar(grammar: Grammar): CompiledGrammar {
  const lookup = new Map<string, string>();
  for (const [name, words] of Object.entries(grammar.words ?? {})) {
    for (const word of words.split(/\s+/)) {
      if (word !== '') lookup.set(grammar.ignoreCase ? word.toLowerCase() : word, name);
    }
  }
  const following = new Map(Object.entries(grammar.after ?? {}));
  const sigils = new Map(Object.entries(grammar.sigils ?? {}));
  return {
    ...grammar,
    lookup,
    following,
    sigils,
    identifier: grammar.identifier ?? /[\p{L}_$][\p{L}\p{N}_$]*/uy,
  };
}

/** Builds the HTML of highlighted code. Adjacent texts of the same class share a span. */
export class SpanWriter {
  #html = '';
  #class = '';
  #text = '';

  add(className: string, text: string): void {
    if (text === '') return;
    if (className !== this.#class) this.#flush();
    this.#class = className;
    this.#text += text;
  }

  finish(): string {
    this.#flush();
    return this.#html;
  }

  #flush(): void {
    if (this.#text === '') return;
    const text = escapeHtml(this.#text);
    this.#html += this.#class === '' ? text : `<span class="${this.#class}">${text}</span>`;
    this.#text = '';
  }
}

const number =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[a-zA-Z%]*/y;
const operators = new Set('+-*/%=<>!&|^~?:.@\\');

/** Highlights code according to a grammar. Returns HTML. */
export function lex(code: string, grammar: CompiledGrammar): string {
  const out = new SpanWriter();
  let pos = 0;
  let pendingClass: string | undefined;
  let lineStart = true;
  while (pos < code.length) {
    const char = code.charAt(pos);
    if (char === '\n' || char === ' ' || char === '\t' || char === '\r') {
      if (char === '\n') lineStart = true;
      out.add('', char);
      pos++;
      continue;
    }
    const atLineStart = lineStart;
    lineStart = false;
    if (atLineStart && grammar.preprocessor === char) {
      const end = lineEnd(code, pos);
      out.add('cp', code.slice(pos, end));
      pos = end;
      continue;
    }
    const next = comment(code, pos, grammar, out) ?? stringLiteral(code, pos, grammar, out);
    if (next !== undefined) {
      pos = next;
      pendingClass = undefined;
      continue;
    }
    if (char >= '0' && char <= '9') {
      number.lastIndex = pos;
      const text = number.exec(code)?.[0] ?? char;
      out.add(numberClass(text), text);
      pos += text.length;
      continue;
    }
    const sigil = grammar.sigils.get(char);
    if (sigil !== undefined) {
      const name = identifierAt(code, pos + 1, grammar);
      if (name !== '') {
        out.add(sigil, char + name);
        pos += 1 + name.length;
        continue;
      }
    }
    const name = identifierAt(code, pos, grammar);
    if (name !== '') {
      const known = grammar.lookup.get(grammar.ignoreCase ? name.toLowerCase() : name);
      out.add(known ?? pendingClass ?? plainClass(code, pos + name.length, name, grammar), name);
      pendingClass = grammar.following.get(grammar.ignoreCase ? name.toLowerCase() : name);
      pos += name.length;
      continue;
    }
    if (char === '(' || char === '{' || char === ';' || char === '=') pendingClass = undefined;
    out.add(operators.has(char) ? 'o' : '', char);
    pos++;
  }
  return out.finish();
}

function plainClass(code: string, end: number, name: string, grammar: CompiledGrammar): string {
  if (grammar.call !== undefined && code[end] === '(') return grammar.call;
  if (grammar.capitalized !== undefined && /^[A-Z][A-Za-z0-9_]*[a-z]/.test(name)) return grammar.capitalized;
  return '';
}

function identifierAt(code: string, pos: number, grammar: CompiledGrammar): string {
  grammar.identifier.lastIndex = pos;
  return grammar.identifier.exec(code)?.[0] ?? '';
}

/** Returns the index of the line break that ends the line at `from`, or the length of the code. */
export function lineEnd(code: string, from: number): number {
  const end = code.indexOf('\n', from);
  return end === -1 ? code.length : end;
}

function comment(code: string, pos: number, grammar: CompiledGrammar, out: SpanWriter): number | undefined {
  for (const [open, close] of grammar.blockComments ?? []) {
    if (!code.startsWith(open, pos)) continue;
    const found = code.indexOf(close, pos + open.length);
    const end = found === -1 ? code.length : found + close.length;
    out.add('cm', code.slice(pos, end));
    return end;
  }
  for (const open of grammar.lineComments ?? []) {
    if (!code.startsWith(open, pos)) continue;
    const end = lineEnd(code, pos);
    out.add('c1', code.slice(pos, end));
    return end;
  }
  return undefined;
}

function stringLiteral(
  code: string,
  pos: number,
  grammar: CompiledGrammar,
  out: SpanWriter,
): number | undefined {
  for (const rule of grammar.strings ?? []) {
    if (!code.startsWith(rule.open, pos)) continue;
    return readString(code, pos, rule, out);
  }
  return undefined;
}

/** Writes a string literal. Returns its end: after the closing delimiter, at the end of the line, or at the end of the code. */
export function readString(code: string, pos: number, rule: StringRule, out: SpanWriter): number {
  let from = pos;
  let at = pos + rule.open.length;
  while (at < code.length) {
    const char = code.charAt(at);
    if (char === '\\' && rule.escapes !== false && at + 1 < code.length) {
      out.add(rule.class, code.slice(from, at));
      out.add('se', code.slice(at, at + 2));
      at += 2;
      from = at;
    } else if (char === '\n' && rule.multiline !== true) {
      break;
    } else if (code.startsWith(rule.close, at)) {
      at += rule.close.length;
      break;
    } else {
      at++;
    }
  }
  out.add(rule.class, code.slice(from, at));
  return at;
}

/** Returns the class of a number according to its notation. */
export function numberClass(text: string): string {
  if (/^0[xX]/.test(text)) return 'mh';
  if (/^0[bB][01_]+$/.test(text)) return 'mb';
  if (/^0[oO]/.test(text)) return 'mo';
  return /[.eE]/.test(text) ? 'mf' : 'mi';
}
