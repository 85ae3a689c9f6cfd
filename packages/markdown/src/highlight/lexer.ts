import { escapeHtml } from '../escape.ts';

/** The delimiters of a string literal. Without `multiline` the literal ends at the end of its line. */
export type StringRule = {
  open: string;
  close: string;
  class: string;
  multiline?: boolean;
  /** Whether backslashes escape characters (class `se`). Default true. */
  escapes?: boolean;
};

/**
 * The syntax of a language as far as highlighting needs it. Classes are the short names of Pygments. The lexer does not
 * backtrack: for any text it reads every character a bounded number of times.
 */
export type Grammar = {
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
  strings?: readonly StringRule[];
  /** Words by class. Blanks separate the words of a class. */
  words?: Readonly<Record<string, string>>;
  ignoreCase?: boolean;
  /** Class of the identifier that follows a word: `def` → `nf`. */
  after?: Readonly<Record<string, string>>;
  /** Matches one identifier. Sticky. */
  identifier?: RegExp;
  /** Class of an identifier that stands directly before `(`. */
  call?: string;
  /** Class of identifiers that start with a capital, such as types. */
  capitalized?: string;
  /** Class of a sigil together with the identifier after it, by sigil: `$` → `nv`, `@` → `nd`. */
  sigils?: Readonly<Record<string, string>>;
  /** Lines that start with one of these characters are preprocessor lines (class `cp`). */
  preprocessor?: string;
};

export type CompiledGrammar = Omit<Grammar, 'after' | 'sigils'> & {
  lookup: Map<string, string>;
  following: Map<string, string>;
  sigils: Map<string, string>;
  identifier: RegExp;
};

/** Compiles a grammar: its words by name, its patterns as regular expressions. */
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

/** Collects spans of highlighted text. Merges adjacent spans of one class. */
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

/** Highlights code of a language that a grammar describes. Returns escaped HTML. */
export function lex(code: string, grammar: CompiledGrammar): string {
  const out = new SpanWriter();
  let pos = 0;
  let pendingClass: string | undefined;
  let lineStart = true;
  while (pos < code.length) {
    const char = code[pos]!;
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
      const text = number.exec(code)![0];
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

/** Returns the index of the end of the line that contains `from`. */
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

/** Writes a string literal and returns its end: the delimiter, the end of the line, or the end of the text. */
export function readString(code: string, pos: number, rule: StringRule, out: SpanWriter): number {
  let from = pos;
  let at = pos + rule.open.length;
  while (at < code.length) {
    const char = code[at]!;
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

/** Returns the class of a number, which depends on its notation. */
export function numberClass(text: string): string {
  if (/^0[xX]/.test(text)) return 'mh';
  if (/^0[bB][01_]+$/.test(text)) return 'mb';
  if (/^0[oO]/.test(text)) return 'mo';
  return /[.eE]/.test(text) ? 'mf' : 'mi';
}
