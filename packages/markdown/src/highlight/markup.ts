import { lineEnd, numberClass, readString, SpanWriter } from './lexer.ts';

/** Lexers of markup and data languages, which have no keywords or operators. Their time is linear in the length of the code. */

const single = { open: "'", close: "'", class: 's', multiline: true, escapes: false } as const;
const double = { open: '"', close: '"', class: 's', multiline: true, escapes: false } as const;
const tagStart = /<[/?]?[A-Za-z][\w:.-]*/y;
const attributeName = /[^\s=>/"'<]+/y;

/** Highlights HTML, XML and similar languages. Classes: `nt` tags, `na` attributes, `s` values, `cm` comments, `cp` declarations. */
export function lexMarkup(code: string): string {
  const out = new SpanWriter();
  let pos = 0;
  while (pos < code.length) {
    if (code.startsWith('<!', pos)) {
      const close = code.startsWith('<!--', pos) ? '-->' : '>';
      const found = code.indexOf(close, pos + 2);
      const end = found === -1 ? code.length : found + close.length;
      out.add(close === '-->' ? 'cm' : 'cp', code.slice(pos, end));
      pos = end;
      continue;
    }
    tagStart.lastIndex = pos;
    const tag = code[pos] === '<' ? tagStart.exec(code) : null;
    if (tag !== null) {
      out.add('nt', tag[0]);
      pos = lexAttributes(code, pos + tag[0].length, out);
      continue;
    }
    const stop = code.indexOf('<', pos + 1);
    const until = stop === -1 ? code.length : stop;
    out.add('', code.slice(pos, until));
    pos = until;
  }
  return out.finish();
}

function lexAttributes(code: string, from: number, out: SpanWriter): number {
  let pos = from;
  while (pos < code.length) {
    const char = code.charAt(pos);
    if (char === '>') {
      out.add('nt', '>');
      return pos + 1;
    }
    if (char === '<') return pos;
    if (char === '"' || char === "'") {
      pos = readString(code, pos, char === '"' ? double : single, out);
      continue;
    }
    attributeName.lastIndex = pos;
    const name = attributeName.exec(code)?.[0];
    if (name !== undefined) {
      out.add('na', name);
      pos += name.length;
      continue;
    }
    out.add(char === '=' ? 'o' : char === '/' || char === '?' ? 'nt' : '', char);
    pos++;
  }
  return pos;
}

const jsonNumber = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const jsonWord = /[A-Za-z]+/y;

/** Highlights JSON. Classes: `nt` keys, `s2` strings, `kc` constants, `c1` comments, and those of numbers. */
export function lexJson(code: string): string {
  const out = new SpanWriter();
  let pos = 0;
  while (pos < code.length) {
    const char = code.charAt(pos);
    if (char === '"') {
      const end = jsonStringEnd(code, pos);
      let next = end;
      while (code[next] === ' ' || code[next] === '\t') next++;
      out.add(code[next] === ':' ? 'nt' : 's2', code.slice(pos, end));
      pos = end;
      continue;
    }
    if (code.startsWith('//', pos)) {
      const end = lineEnd(code, pos);
      out.add('c1', code.slice(pos, end));
      pos = end;
      continue;
    }
    jsonNumber.lastIndex = pos;
    const digits = jsonNumber.exec(code)?.[0];
    jsonWord.lastIndex = pos;
    const word = digits === undefined ? jsonWord.exec(code)?.[0] : undefined;
    if (digits !== undefined) out.add(numberClass(digits), digits);
    else if (word !== undefined) out.add(/^(?:true|false|null)$/.test(word) ? 'kc' : '', word);
    else out.add('', char);
    pos += (digits ?? word ?? char).length;
  }
  return out.finish();
}

function jsonStringEnd(code: string, from: number): number {
  let pos = from + 1;
  while (pos < code.length && code[pos] !== '\n') {
    if (code[pos] === '"') return pos + 1;
    pos += code[pos] === '\\' ? 2 : 1;
  }
  return Math.min(pos, code.length);
}

/** Calls a function for every line, without its line break, and adds the line breaks. */
function eachLine(code: string, write: (line: string, out: SpanWriter) => void): string {
  const out = new SpanWriter();
  let pos = 0;
  while (pos < code.length) {
    const end = lineEnd(code, pos);
    write(code.slice(pos, end), out);
    if (end < code.length) out.add('', '\n');
    pos = end + 1;
  }
  return out.finish();
}

/** Highlights diffs. Classes: `gi` inserted lines, `gd` deleted lines, `gh` and `gu` headings. */
export function lexDiff(code: string): string {
  return eachLine(code, (line, out) => {
    if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) out.add('gh', line);
    else if (line.startsWith('@@')) out.add('gu', line);
    else if (line.startsWith('+') || line.startsWith('>')) out.add('gi', line);
    else if (line.startsWith('-') || line.startsWith('<')) out.add('gd', line);
    else out.add('', line);
  });
}

/**
 * Highlights INI, TOML and properties files. Classes: `k` sections, `na` keys, `o` equals signs, `c1` comments, and those of values
 * by their notation.
 */
export function lexIni(code: string): string {
  return eachLine(code, (line, out) => {
    const trimmed = line.trimStart();
    const equals = line.indexOf('=');
    if (/^[#;]/.test(trimmed)) out.add('c1', line);
    else if (trimmed.startsWith('[')) out.add('k', line);
    else if (equals > 0) {
      out.add('na', line.slice(0, equals).trimEnd());
      out.add('', line.slice(line.slice(0, equals).trimEnd().length, equals));
      out.add('o', '=');
      scalar(line.slice(equals + 1), out);
    } else out.add('', line);
  });
}

/** Highlights YAML. Classes: `nt` keys, `c1` comments, and those of values by their notation. */
export function lexYaml(code: string): string {
  return eachLine(code, (line, out) => {
    const lead = /^[\s]*(?:- +)*/.exec(line)?.[0] ?? '';
    const rest = line.slice(lead.length);
    out.add('', lead);
    if (rest.startsWith('#')) {
      out.add('c1', rest);
      return;
    }
    const colon = rest.startsWith('"') ? -1 : rest.search(/:(?:\s|$)/);
    if (colon > 0) {
      out.add('nt', rest.slice(0, colon));
      out.add('', ':');
      scalar(rest.slice(colon + 1), out);
    } else scalar(rest, out);
  });
}

function scalar(text: string, out: SpanWriter): void {
  const lead = text.slice(0, text.length - text.trimStart().length);
  const value = text.trim();
  out.add('', lead);
  if (value.startsWith('"')) out.add('s2', value);
  else if (value.startsWith("'")) out.add('s1', value);
  else if (value.startsWith('#')) out.add('c1', value);
  else if (/^-?\d+(?:\.\d+)?$/.test(value)) out.add(numberClass(value), value);
  else if (/^(?:true|false|null|yes|no|on|off|~)$/i.test(value)) out.add('kc', value);
  else out.add(value === '' ? '' : 'l', value);
  out.add('', text.slice(lead.length + value.length));
}

/**
 * Highlights CSS and similar languages. Classes: `nt`, `nc` and `nn` for elements, classes and IDs in selectors, `k` for
 * properties and at-rules, and those of values by their notation.
 */
export function lexCss(code: string): string {
  const out = new SpanWriter();
  let pos = 0;
  let depth = 0;
  let value = false;
  const token = /[.#@&]?-{0,2}[A-Za-z_][\w-]*|#[\da-fA-F]+|\d+(?:\.\d+)?(?:[a-z]+|%)?/y;
  while (pos < code.length) {
    const char = code.charAt(pos);
    if (code.startsWith('/*', pos)) {
      const found = code.indexOf('*/', pos + 2);
      const end = found === -1 ? code.length : found + 2;
      out.add('cm', code.slice(pos, end));
      pos = end;
      continue;
    }
    if (char === '"' || char === "'") {
      pos = readString(code, pos, { open: char, close: char, class: char === '"' ? 's2' : 's1' }, out);
      continue;
    }
    token.lastIndex = pos;
    const text = token.exec(code)?.[0];
    if (text !== undefined) {
      out.add(cssClass(text, depth, value), text);
      pos += text.length;
      continue;
    }
    if (char === '{') depth++;
    else if (char === '}') depth = Math.max(0, depth - 1);
    value = char === ':' ? depth > 0 : char === ';' || char === '{' || char === '}' ? false : value;
    out.add(':>+~*='.includes(char) ? 'o' : '', char);
    pos++;
  }
  return out.finish();
}

function cssClass(text: string, depth: number, value: boolean): string {
  if (/^\d/.test(text)) return numberClass(text.replace(/[a-z%]+$/, ''));
  if (text.startsWith('@')) return 'k';
  if (value) return text.startsWith('#') ? 'mh' : 'kc';
  if (text.startsWith('.')) return 'nc';
  if (text.startsWith('#')) return 'nn';
  return depth > 0 ? 'k' : 'nt';
}
