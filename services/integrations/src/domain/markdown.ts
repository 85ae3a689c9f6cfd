import { shorten, withoutHidden } from '@parley/rules';

/** Separates marks without being seen, so that they have no meaning together. */
const separator = '\u200b';

/** Returns a text on one line, with single spaces and without hidden characters. */
export const oneLine = (text: string): string =>
  withoutHidden(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();

/** Returns the first line of a text that is not empty. */
export const firstLine = (text: string): string => oneLine(text.trim().split(/\r?\n|\r/, 1)[0] ?? '');

/**
 * Returns text of strangers for running text, on one line: it mentions nobody, and is no link, code or formula. The dialect has no escapes,
 * so marks are separated by a character that is not seen.
 */
export function plain(text: string, limit = 1_000): string {
  return shorten(oneLine(text), limit, '…')
    .replace(/@(?=_?\*)|#(?=\*)|\](?=[(:[])|!(?=\[)/g, (mark) => `${mark}${separator}`)
    .replace(/([*~`$|_])(?=\1)/g, `$1${separator}`)
    .replace(/^(?=(?:[#>*+-]|\d+[.)]) )|^(?=\/me )|^(?=>)/, separator);
}

/** Returns bold text of a stranger. */
export const bold = (text: string): string => {
  const inner = plain(text).replaceAll('*', `*${separator}`);
  return inner === '' ? '' : `**${inner}**`;
};

/** Returns a text as code within a line; empty for an empty text. */
export function code(text: string, limit = 500): string {
  const line = shorten(oneLine(text), limit, '…');
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line, '`') + 1);
  return line.startsWith('`') || line.endsWith('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Returns whether an address may be linked: only http, https and mailto. */
export function isLinkable(address: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)\S+$/i.test(address) || !URL.canParse(address)) return false;
  return !/[\p{Cc}<>"`\\]/u.test(address);
}

/** Returns a link with a text of a stranger; only the text when the address is no web address. */
export function link(text: string, address: string): string {
  const label = shorten(oneLine(text), 500, '…').replace(
    /[!$&*:<@[\\\]`~]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
  const target = address.trim();
  if (!isLinkable(target)) return plain(text);
  const url = target.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${label === '' ? 'link' : label}](${url})`;
}

/** Returns a block of code with a text of several lines; empty for an empty text. */
export function codeBlock(text: string, language = '', limit = 4_000): string {
  return block(text, language.replace(/[^\w+#.-]/g, ''), limit);
}

/** Returns a quotation of a text of several lines; its mentions notify nobody. Empty for an empty text. */
export const quote = (text: string, limit = 4_000): string => block(text, 'quote', limit);

/** Returns a part that is hidden until a reader opens it. */
export const spoiler = (title: string, text: string, limit = 4_000): string =>
  block(text, `spoiler ${plain(title, 100)}`.trim(), limit);

function block(text: string, kind: string, limit: number): string {
  const body = shorten(text.replace(/\r\n?/g, '\n').replace(/^\s*\n/, '').trimEnd(), limit, '\n…');
  if (body.trim() === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(body, '`') + 1));
  return `${fence}${kind}\n${body}\n${fence}`;
}

/** Returns an item of a list for each text that is not empty. `more` is the number of items that are left out. */
export function bullets(items: readonly string[], limit = 20, more = 0): string {
  const shown = items.filter((item) => item.trim() !== '');
  const hidden = Math.max(0, shown.length - limit) + more;
  return [
    ...shown.slice(0, limit).map((item) => `* ${item}`),
    ...(hidden > 0 ? [`* … and ${hidden} more`] : []),
  ].join('\n');
}

/** Returns `* **name**: value` for each value that is not empty. */
export const facts = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  bullets(
    pairs.filter(([, value]) => value.trim() !== '').map(([name, value]) => `${bold(name)}: ${value}`),
    50,
  );

/** Joins paragraphs that are not empty. */
export const paragraphs = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '').join('\n\n');

/** Joins lines that are not empty. */
export const lines = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '').join('\n');

/** Returns a time that each reader sees in their own time zone; empty when it is no time. @param time ISO text, or Unix seconds */
export function time(value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  const number = typeof value === 'number' ? value : /^\d{9,13}(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  // Numbers beyond this are milliseconds.
  const ms = Number.isNaN(number) ? Date.parse(String(value)) : number > 1e11 ? number : number * 1000;
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) return '';
  return `<time:${new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')}>`;
}

function longestRun(text: string, mark: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = character === mark ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
