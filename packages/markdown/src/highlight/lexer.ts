import { escapeHtml } from '../escape.ts';

/** A string literal's delimiters; without `multiline` it ends with its line. */
export type StringRule = {
  open: string;
  close: string;
  class: string;
  multiline?: boolean;
  /** Backslash escapes (`se`). Default true. */
  escapes?: boolean;
};

/**
 * The syntax of a language as far as highlighting needs it. Classes are Pygments' short ones. The lexer reads every
 * character a bounded number of times for any text, because it does not backtrack.
 */
export type Grammar = {
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
  strings?: readonly StringRule[];
  /** Class → words separated by blanks. */
  words?: Readonly<Record<string, string>>;
  ignoreCase?: boolean;
  /** The identifier that follows one of these words gets the class: `def` → `nf`. */
  after?: Readonly<Record<string, string>>;
  /** One identifier, sticky. */
  identifier?: RegExp;
  /** Class of an identifier directly before `(`. */
  call?: string;
  /** Class of identifiers in capitals, such as types. */
  capitalized?: string;
  /** Sigil → class of it and the identifier behind: `$` → `nv`, `@` → `nd`. */
  sigils?: Readonly<Record<string, string>>;
  /** Lines that begin with one of these are preprocessor lines (`cp`). */
  preprocessor?: string;
};

export type CompiledGrammar = Omit<Grammar, 'after' | 'sigils'> & {
  lookup: Map<string, string>;
  following: Map<string, string>;
  sigils: Map<string, string>;
  identifier: RegExp;
};

/** A grammar with its words by name and its patterns ready. */
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

/** Collects spans. Adjacent spans of one class become one span. */
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

/** Returns the end of the line that contains `from`. */
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

/** Returns the class of a number by its notation. */
export function numberClass(text: string): string {
  if (/^0[xX]/.test(text)) return 'mh';
  if (/^0[bB][01_]+$/.test(text)) return 'mb';
  if (/^0[oO]/.test(text)) return 'mo';
  return /[.eE]/.test(text) ? 'mf' : 'mi';
}
