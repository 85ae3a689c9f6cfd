/** Kinds of formatting that the buttons apply to the selected text of a field. */
import { mayMentionAfter } from '@parley/markdown/reference-text';

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'quote'
  | 'list'
  | 'numbers'
  | 'link'
  | 'spoiler'
  | 'math';

/** Keys that apply a format together with Ctrl or Command; those in capitals also need Shift. */
const keys: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', e: 'code', X: 'strike', L: 'link' };

/** Returns the key that applies a format together with Ctrl or Command; in capitals if it also needs Shift. */
export const keyOfFormat = (format: Format): string | undefined =>
  Object.keys(keys).find((key) => keys[key] === format);

/** Returns the format that a key applies together with Ctrl or Command; undefined for other keys. */
export function formatOfKey({
  key,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>): Format | undefined {
  if (altKey || key.length !== 1) return undefined;
  return keys[shiftKey ? key.toUpperCase() : key.toLowerCase()];
}

const around: Readonly<Partial<Record<Format, readonly [string, string]>>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  strike: ['~~', '~~'],
  link: ['[', '](https://)'],
  math: ['$$', '$$'],
};
const lines: Readonly<Partial<Record<Format, (index: number) => string>>> = {
  list: () => '* ',
  numbers: (index) => `${index + 1}. `,
};
const fences: Readonly<Partial<Record<Format, string>>> = { quote: 'quote', spoiler: 'spoiler' };

/** Formats the selected text of a field. The browser's undo can revert it. */
export function applyFormat(field: HTMLTextAreaElement, format: Format): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const selected = value.slice(start, end);
  const isLong = selected.includes('\n');
  const [before, after] =
    format === 'code' ? (isLong ? ['```\n', '\n```'] : ['`', '`']) : (around[format] ?? ['', '']);
  const prefix = lines[format];
  const fence = fences[format];
  const text =
    prefix !== undefined
      ? (selected || '')
          .split('\n')
          .map((line, index) => prefix(index) + line)
          .join('\n')
      : fence !== undefined
        ? `\`\`\`${fence}\n${selected}\n\`\`\``
        : before + selected + after;
  insertText(field, text);
  if (selected === '' && before !== '') field.setSelectionRange(start + before.length, start + before.length);
  if (selected === '' && fence !== undefined) {
    const at = start + fence.length + 4;
    field.setSelectionRange(at, at);
  }
}

/** Inserts a text as `insertText` does. Separates a mention from a word before it: within a word, a mention would mention nobody. */
export function insertApart(field: HTMLTextAreaElement, text: string): void {
  const isJoined = text.startsWith('@') && !mayMentionAfter(field.value.slice(0, field.selectionStart));
  insertText(field, isJoined ? ` ${text}` : text);
}

/** Replaces the selected text of a field, or inserts at the cursor. If the browser supports it, undo can revert this. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // `execCommand` is the only method that keeps the browser's undo history. It inserts where the focus is.
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return;
  setText(field, text);
}

/** Returns lines as they follow a text: they begin a line of their own. */
export const linesAfter = (before: string, lines: string): string =>
  /\S.*$/.test(before) ? `\n${lines}` : lines;

/** Inserts lines at the cursor of a field, and leaves the focus where it is. */
export function insertQuietly(field: HTMLTextAreaElement, lines: string): void {
  const text = linesAfter(field.value.slice(0, field.selectionStart), lines);
  if (document.activeElement === field) insertText(field, text);
  else setText(field, text);
}

/** Replaces a part of the text of a field, and leaves the focus and the cursor where they are. */
export function replaceQuietly(
  field: HTMLTextAreaElement,
  { from, to, by }: { from: number; to: number; by: string },
): void {
  field.setRangeText(by, from, to, 'preserve');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function setText(field: HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
