import type { ArchiveText, TextPart } from '@parley/archive';
import { itemAt, lastItem } from '@parley/core';
import { literal, literalLinkText } from '@parley/markdown';
import { linkAddress } from './addresses.ts';
import type { Block, Inline, Reference } from './tree.ts';

/**
 * Writes trees as Parley's Markdown. Text of a source never gets a meaning here that it did not have there: it mentions nobody, is
 * no heading, formula or code. Where the dialect has no way to write a mark without its meaning, an invisible joiner stands
 * behind the mark, or the word becomes code.
 */

/** Shows nothing and separates marks that would otherwise mean something together. */
const joiner = '\u2060';
/** Separates the end of emphasis from the beginning of the next. */
const divider = '\u200b';

/** Parts of a text under construction. Strings that follow each other are one part. */
export type Parts = TextPart[];

/** Adds a part to others. */
export function append(parts: Parts, part: TextPart): void {
  if (part === '') return;
  const last = parts.at(-1);
  if (typeof last === 'string' && typeof part === 'string') parts[parts.length - 1] = last + part;
  else parts.push(part);
}

/** Returns parts in the shortest form: a text without references is one string. */
export const asText = (parts: Parts): ArchiveText =>
  parts.length === 0 ? '' : parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;

export const writeText = (blocks: readonly Block[]): ArchiveText => asText(writeBlocks(blocks));

export function writeBlocks(blocks: readonly Block[]): Parts {
  const parts: Parts = [];
  let previous: Block | undefined;
  for (const block of blocks) {
    const written = writeBlock(block);
    if (written.length === 0) continue;
    if (previous) append(parts, gap(previous, block));
    for (const part of written) append(parts, part);
    previous = block;
  }
  return parts;
}

const fenced = new Set(['code', 'quote', 'spoiler', 'formula']);

/** Fences stand next to text without an empty line. */
const gap = (before: Block, after: Block): string =>
  fenced.has(before.type) || (fenced.has(after.type) && before.type === 'paragraph') ? '\n' : '\n\n';

function writeBlock(block: Block): Parts {
  switch (block.type) {
    case 'paragraph':
      return writeInlines(block.children);
    case 'heading': {
      const parts = writeInlines(block.children, true);
      return parts.length === 0
        ? []
        : prefixed(`${'#'.repeat(Math.min(6, Math.max(1, block.level)))} `, parts);
    }
    case 'code':
      return [fence(block.text, language(block.language), [block.text.replace(/\n$/, '')])].flat();
    case 'quote':
      return wrapped('quote', block.children);
    case 'spoiler':
      return wrapped(`spoiler ${plainLine(block.title)}`.trimEnd(), block.children);
    case 'formula':
      return fence(block.text, 'math', [block.text]);
    case 'list':
      return writeList(block.items, block.start);
    case 'table':
      return writeTable(block.rows);
    case 'rule':
      return ['---'];
  }
}

function prefixed(prefix: string, parts: Parts): Parts {
  const result: Parts = [prefix];
  for (const part of parts) append(result, part);
  return result;
}

function wrapped(info: string, children: readonly Block[]): Parts {
  const inner = writeBlocks(children);
  return inner.length === 0 ? [] : fence(inner, info, inner);
}

/** Returns a fenced block whose fence is longer than every run of backticks inside. */
function fence(contents: string | Parts, info: string, inner: Parts): Parts {
  let longest = 2;
  for (const part of typeof contents === 'string' ? [contents] : contents) {
    if (typeof part !== 'string') continue;
    for (const [run] of part.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  }
  const marks = '`'.repeat(longest + 1);
  const parts: Parts = [`${marks}${info}\n`];
  for (const part of inner) append(parts, part);
  append(parts, `\n${marks}`);
  return parts;
}

/** Fences of these names are no code. */
const meanings = new Set(['quote', 'spoiler', 'math']);
const language = (given: string | undefined): string =>
  given !== undefined && /^[A-Za-z0-9+#._-]{1,30}$/.test(given) && !meanings.has(given.toLowerCase())
    ? given
    : '';

function writeList(items: readonly (readonly Block[])[], start: number | undefined): Parts {
  const parts: Parts = [];
  let number = start ?? 0;
  for (const item of items) {
    if (parts.length > 0) append(parts, '\n');
    append(parts, start === undefined ? '- ' : `${number++}. `);
    let isFirst = true;
    for (const block of item) {
      const written = writeBlock(block);
      if (written.length === 0) continue;
      if (!isFirst) append(parts, '\n  ');
      isFirst = false;
      for (const part of written) {
        append(parts, typeof part === 'string' ? part.replaceAll('\n', '\n  ') : part);
      }
    }
  }
  return parts;
}

function writeTable(rows: readonly (readonly (readonly Inline[])[])[]): Parts {
  const [head, ...body] = rows;
  if (!head || head.length === 0) return [];
  const parts: Parts = [];
  const row = (cells: readonly (readonly Inline[])[]): void => {
    append(parts, '|');
    for (const cell of cells) {
      append(parts, ' ');
      for (const part of writeInlines(cell, true)) {
        append(parts, typeof part === 'string' ? part.replaceAll('|', '\\|') : part);
      }
      append(parts, ' |');
    }
  };
  row(head);
  append(parts, `\n|${' --- |'.repeat(head.length)}`);
  for (const cells of body) {
    append(parts, '\n');
    row(cells);
  }
  return parts;
}

type Mark = 'strike' | 'strong' | 'emphasis';
const signs: Readonly<Record<Mark, string>> = { strike: '~~', strong: '**', emphasis: '*' };
const order: readonly Mark[] = ['strike', 'strong', 'emphasis'];
/** A piece without structure. `blank` holds white space only. */
type Leaf = { value: string; marks: ReadonlySet<Mark> } & (
  | { kind: 'text' | 'blank' | 'raw' }
  | { kind: 'reference'; to: Reference }
);

/**
 * Returns Markdown of a paragraph. Marks are written anew, line by line: those of Parley end with their line, do not stand
 * beside blanks inside, and are nested in one order.
 */
function writeInlines(children: readonly Inline[], isOneLine = false): Parts {
  const leaves: Leaf[] = [];
  flatten(children, new Set(), leaves, 0);
  const lines: Leaf[][] = [[]];
  for (const leaf of leaves) {
    if (leaf.kind !== 'text') {
      lastItem(lines).push(leaf);
      continue;
    }
    leaf.value.split('\n').forEach((value, index) => {
      if (index > 0 && !isOneLine) lines.push([]);
      const line = lastItem(lines);
      if (index > 0 && isOneLine) line.push({ kind: 'blank', value: ' ', marks: leaf.marks });
      for (const word of wordsOf(value)) {
        if (word !== '')
          line.push({ kind: /^\s/.test(word) ? 'blank' : 'text', value: word, marks: leaf.marks });
      }
    });
  }
  const parts: Parts = [];
  let isAfterText = false;
  lines.forEach((line, index) => {
    if (index > 0) append(parts, '\n');
    isAfterText = writeLine(line, isAfterText, parts);
  });
  return trimmed(parts);
}

/** Texts without any mark need not be looked at word by word. */
const unmarked = /^[^@#$<\]*`~\\>]*$/;

/** Returns words and the blanks between them. */
function wordsOf(value: string): string[] {
  if (!unmarked.test(value)) return value.split(/(\s+)/);
  const core = value.trim();
  if (core === '') return [value];
  const start = value.length - value.trimStart().length;
  return [value.slice(0, start), core, value.slice(start + core.length)];
}

function flatten(nodes: readonly Inline[], marks: ReadonlySet<Mark>, leaves: Leaf[], depth: number): void {
  for (const node of nodes) {
    switch (node.type) {
      case 'text': {
        const value = node.text.replaceAll('\0', '');
        const last = leaves.at(-1);
        // Texts side by side are one, so that words are whole.
        if (last?.kind === 'text' && last.marks === marks) last.value += value;
        else leaves.push({ kind: 'text', value, marks });
        break;
      }
      case 'code': {
        const value = node.text.replace(/[\0\n]+/g, ' ');
        if (value.trim() === '') leaves.push({ kind: 'text', value, marks });
        else leaves.push({ kind: 'raw', value: codeSpan(value), marks });
        break;
      }
      case 'link':
        leaves.push(...link(node.url, node.children, marks));
        break;
      case 'emoji':
        leaves.push({ kind: 'raw', value: `:${node.name}:`, marks });
        break;
      case 'time':
        leaves.push({ kind: 'raw', value: time(node.time), marks });
        break;
      case 'reference':
        leaves.push({ kind: 'reference', value: '', to: node.to, marks });
        break;
      default:
        // Deeper emphasis than people can see is left out, not its text.
        flatten(node.children, depth < 40 ? new Set([...marks, node.type]) : marks, leaves, depth + 1);
    }
  }
}

function time(seconds: number): string {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.valueOf()) ? String(seconds) : `<time:${date.toISOString().replace(/\.\d+/, '')}>`;
}

function codeSpan(value: string): string {
  const longest = Math.max(0, ...Array.from(value.matchAll(/`+/g), ([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return value.startsWith('`') || value.endsWith('`')
    ? `${marks} ${value} ${marks}`
    : `${marks}${value}${marks}`;
}

function link(url: string, children: readonly Inline[], marks: ReadonlySet<Mark>): Leaf[] {
  const label = plainOf(children).replace(/\s+/g, ' ').trim();
  const address = linkAddress(url);
  if (address === undefined) {
    const shown = label === '' || label === url ? url : `${label} (${url})`;
    return [{ kind: 'text', value: shown.replaceAll('\n', ' '), marks }];
  }
  const isBare = label === '' || label === url || label === address;
  if (isBare && /^https?:\/\/[\w.~:/?#@!$&'+,;=%-]+[\w/=#&-]$/.test(address) && !/[*`]|~~/.test(address)) {
    return [{ kind: 'raw', value: address, marks }];
  }
  // A mail address or telephone number that is its own text becomes a link by itself.
  if (address === `mailto:${label}` && /^[\w.+-]+@[\w.-]+\w$/.test(label))
    return [{ kind: 'raw', value: label, marks }];
  return [{ kind: 'raw', value: `[${literalLinkText(label === '' ? url : label)}](${address})`, marks }];
}

/** Returns the text of pieces without structure. References are shown by their labels. */
export function plainOf(nodes: readonly Inline[]): string {
  let plain = '';
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'code') plain += node.text;
    else if (node.type === 'emoji') plain += `:${node.name}:`;
    else if (node.type === 'time') plain += time(node.time);
    else if (node.type === 'reference') plain += 'label' in node.to ? (node.to.label ?? '') : '';
    else plain += plainOf(node.children);
  }
  return plain;
}

/** Writes a line. Returns whether the next line continues a paragraph. */
function writeLine(leaves: readonly Leaf[], isAfterText: boolean, parts: Parts): boolean {
  const isShown = (leaf: Leaf): boolean => leaf.kind !== 'blank';
  const first = leaves.findIndex(isShown);
  if (first === -1) return false;
  const last = leaves.findLastIndex(isShown);
  const hasMarks = needsLiterals(leaves);
  /** For each leaf the next one that is shown; the last one itself. */
  const nextShown: Leaf[] = [];
  let shown = lastItem(leaves);
  for (const leaf of leaves.toReversed()) {
    nextShown.push(shown);
    if (isShown(leaf)) shown = leaf;
  }
  nextShown.reverse();
  let open: Mark[] = [];
  let isAfterSign = false;
  /** The last characters that were written. */
  let tail = '';
  const add = (value: string, isSign = false): void => {
    // A backslash would take away the meaning of the mark behind it.
    if (tail.endsWith('\\') && /^[*~`[<:]/.test(value)) append(parts, divider);
    if (value.startsWith('*') && /(?:[@#]|@_)$/.test(tail)) append(parts, joiner);
    if (value.startsWith('`') && tail.endsWith('`')) append(parts, divider);
    append(parts, value);
    tail = value.length > 1 ? value.slice(-2) : (tail + value).slice(-2);
    isAfterSign = isSign;
  };
  const close = (wanted: ReadonlySet<Mark>): void => {
    while (open.some((mark) => !wanted.has(mark))) {
      const mark = open.pop();
      if (mark) add(signs[mark], true);
    }
  };
  leaves.forEach((leaf, index) => {
    if (index > last) return;
    if (leaf.kind === 'blank') {
      if (index < first) {
        // Four blanks at the beginning would be code.
        if (!isAfterText && leaf.value.replaceAll('\t', '    ').length >= 4) {
          add('\u00a0'.repeat(Math.min(40, leaf.value.replaceAll('\t', '    ').length)));
        } else add(leaf.value);
        return;
      }
      const next = itemAt(nextShown, index);
      close(new Set(order.filter((mark) => leaf.marks.has(mark) && next.marks.has(mark))));
      add(leaf.value);
      return;
    }
    close(leaf.marks);
    const missing = order.filter((mark) => leaf.marks.has(mark) && !open.includes(mark));
    if (missing.length > 0 && isAfterSign) add(divider);
    for (const mark of missing) add(signs[mark]);
    open = [...open, ...missing];
    if (leaf.kind === 'reference') {
      if (tail.endsWith('\\')) append(parts, divider);
      append(parts, withSafeLabel(leaf.to));
      tail = '';
      isAfterSign = false;
    } else
      add(
        leaf.kind === 'raw' ? leaf.value : word(leaf.value, hasMarks, index === first && open.length === 0),
      );
  });
  close(new Set());
  return true;
}

/** Labels are inserted where they stand, when it is known where a reference leads. */
export function withSafeLabel(to: Reference): Reference {
  if (!('label' in to) || to.label === undefined) return to;
  return { ...to, label: to.label.replace(/\s+/g, ' ').replace(/(@_?|#)(?=\*)/g, `$1${joiner}`) };
}

/** Returns whether the texts of a line have marks that could be read in pairs. */
function needsLiterals(leaves: readonly Leaf[]): boolean {
  const texts = leaves
    .filter(({ kind, value }) => kind === 'text' && value !== '*')
    .map(({ value }) => value);
  const isMarked = leaves.some(({ marks }) => marks.size > 0);
  const all = texts.join(' ');
  const stars = all.split('*').length - 1;
  const others = Math.max(all.split('~~').length - 1, (all.match(/`+/g) ?? []).length);
  return stars > 1 || others > 1 || (isMarked && stars + others > 0) || (others > 0 && leaves.some(isCode));
}

const isCode = ({ kind, value }: Leaf): boolean => kind === 'raw' && value.includes('`');

function word(value: string, hasMarks: boolean, isLineStart: boolean): string {
  if (hasMarks && value !== '*' && /[*`]|~~/.test(value)) return literal(value);
  let safe = value
    .replace(/(@_?|#)(?=\*)/g, `$1${joiner}`)
    .replace(/\$(?=\$)/g, `$${joiner}`)
    .replace(/<(?=time:)/gi, `<${joiner}`)
    .replace(/\](?=\()/g, `]${joiner}`);
  if (isLineStart && /^(?:#{1,6}$|>|`{3}|~{3})/.test(safe)) safe = joiner + safe;
  return safe;
}

const plainLine = (title: string): string => title.replace(/[\s`~]+/g, ' ').trim();

function trimmed(parts: Parts): Parts {
  const result = [...parts];
  const last = result.at(-1);
  if (typeof last === 'string') {
    const end = last.trimEnd();
    if (end === '') result.pop();
    else result[result.length - 1] = end;
  }
  const first = result[0];
  if (typeof first === 'string') {
    const start = first.replace(/^[ \t]*\n+/, '');
    if (start === '') result.shift();
    else result[0] = start;
  }
  return result;
}
