/**
 * Reads a message that is being sent into what it will look like, so that nobody sees marks for the moment until the server has rendered
 * it. It follows the common cases; the rendered message then takes its place.
 */
import { type MarkedPart, type MarkKind, markedParts } from '../../compose/formatting/marked-text.ts';

export type EchoStyle = 'bold' | 'italic' | 'strike' | 'code' | 'link' | 'person' | 'group' | 'silent';
export type EchoText = { readonly text: string; readonly styles: readonly EchoStyle[] };
export type EchoLine = readonly EchoText[];

export type EchoBlock =
  | { readonly kind: 'paragraph' | 'heading'; readonly lines: readonly EchoLine[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly lines: readonly EchoLine[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly EchoBlock[] };

const fence = /^ {0,3}(`{3,}|~{3,})\s*(\w*)/;
const listMark = /^\s*([*+-]|(\d+)[.)])\s+$/;
const quoteMark = /^ {0,3}>\s?/;
/** Quotations in quotations are deeper than anybody writes. */
const maxDepth = 5;

/** Returns the blocks of a text in Markdown. */
export function echoOf(source: string, depth = 0): EchoBlock[] {
  const blocks: EchoBlock[] = [];
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; ) {
    const [, mark, language] = fence.exec(lines[at]!) ?? [];
    if (mark !== undefined) {
      const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(mark));
      const inner = lines.slice(at + 1, end < 0 ? lines.length : end).join('\n');
      const isQuote = language === 'quote' && depth < maxDepth;
      blocks.push(
        isQuote ? { kind: 'quote', blocks: echoOf(inner, depth + 1) } : { kind: 'code', text: inner },
      );
      at = end < 0 ? lines.length : end + 1;
    } else if (quoteMark.test(lines[at]!) && depth < maxDepth) {
      let end = at;
      while (end < lines.length && quoteMark.test(lines[end]!)) end++;
      const inner = lines.slice(at, end).map((line) => line.replace(quoteMark, ''));
      blocks.push({ kind: 'quote', blocks: echoOf(inner.join('\n'), depth + 1) });
      at = end;
    } else {
      addLine(blocks, lines[at]!, at > 0 && lines[at - 1]!.trim() !== '');
      at++;
    }
  }
  return blocks;
}

/** @param follows whether the line directly follows another one */
function addLine(blocks: EchoBlock[], line: string, follows: boolean): void {
  if (line.trim() === '') return;
  const [first, ...others] = markedParts(line);
  const [, , number] = first?.kinds.includes('mark') ? (listMark.exec(first.text) ?? []) : [];
  const isItem = first?.kinds.includes('mark') && listMark.test(first.text);
  const last = blocks.at(-1);
  if (isItem) {
    const isOrdered = number !== undefined;
    const item = textsOf(others);
    if (last?.kind === 'list' && last.isOrdered === isOrdered) {
      blocks[blocks.length - 1] = { ...last, lines: [...last.lines, item] };
    } else blocks.push({ kind: 'list', isOrdered, start: Number(number ?? 1), lines: [item] });
    return;
  }
  const isHeading = first?.kinds.includes('heading') ?? false;
  const texts = textsOf(first ? [first, ...others] : []);
  if (!isHeading && follows && last?.kind === 'paragraph') {
    blocks[blocks.length - 1] = { ...last, lines: [...last.lines, texts] };
  } else blocks.push({ kind: isHeading ? 'heading' : 'paragraph', lines: [texts] });
}

const styleOf: Partial<Record<MarkKind, EchoStyle>> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
  link: 'link',
  file: 'link',
};

/** Returns the texts of a line without its marks. */
function textsOf(parts: readonly MarkedPart[]): EchoText[] {
  const texts: EchoText[] = [];
  /** The sign and the marks of the mention that has begun, such as `@_**`. */
  let opening = '';
  for (const { text, kinds } of parts) {
    const styles = kinds.flatMap((kind) => styleOf[kind] ?? []);
    if (kinds.includes('mention')) {
      if (kinds.includes('address')) opening = text === '@' || text === '#' ? text : opening + text;
      else texts.push(referenceOf(opening, text, styles));
    } else if (!kinds.includes('mark') && !kinds.includes('address')) {
      texts.push({ text: kinds.includes('code') ? withoutTicks(text) : text, styles });
    }
  }
  return texts;
}

const withoutTicks = (text: string): string => text.replace(/^(`+) ?(.*?) ?\1$/, '$2');

/** Returns a mention or a link to a channel or topic. IDs of people, which tell those of one name apart, are not shown. */
function referenceOf(opening: string, name: string, styles: readonly EchoStyle[]): EchoText {
  if (opening.startsWith('#')) return { text: `#${name.replace('>', ' > ')}`, styles: [...styles, 'link'] };
  const isSilent = opening.includes('_');
  const kind = opening.endsWith('**') ? 'person' : 'group';
  const text = `${isSilent ? '' : '@'}${name.replace(/\|\d+$/, '')}`;
  return { text, styles: [...styles, kind, ...(isSilent ? (['silent'] as const) : [])] };
}
