import { quotation } from '@parley/markdown/reference-text';
import { shorten, withoutHidden } from '@parley/rules';

/** Separates marks without being seen, so that they have no meaning together. */
const separator = '\u200b';

/** Returns a text on one line, with single spaces and without hidden characters. */
export const oneLine = (text: string): string =>
  withoutHidden(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();

/** Returns the first line of a text that is not empty. */
export const firstLine = (text: string): string => oneLine(text.trim().split(/\r?\n|\r/, 1)[0] ?? '');

/**
 * Matches marks that have a meaning in running text, alone or together with text around them: emphasis, code, formulas, addresses,
 * emoji, times, and the beginnings of headings, lists, quotations and commands.
 */
const meaningful =
  /[*`]|~~|\](?=[(:[])|\\$|[@#]_?$|<(?=[\w/!?])|\$\$|^\$|\$$|:(?!\d\d:)[\p{L}\p{N}_+-]+:|\/\/|\b(?:mailto|tel|xmpp):|\.(?!(?:md|py|rs|sh|ts|tsx|js|mjs|json|go|cs|lua|sql|yml|yaml|toml|html|css|txt|java|php|cpp|xml|lock|svg|png)(?:[\s,;!)]|$))(?=[\p{L}\p{N}_-]*\p{L})|\w@\w|^#{1,6}(?: |$)|^[>!=|_]|^[-+](?: |$|-)|^\/(?=\w)|^\d{1,9}[.)](?: |$)/iu;

/**
 * Returns text of strangers for running text, on one line: it mentions nobody, and is no link, emoji or formula. The dialect has no
 * escapes, so text with marks that have a meaning becomes code.
 */
export function plain(text: string, limit = 200): string {
  const line = shorten(oneLine(text.slice(0, limit * 8)), limit, '…');
  return meaningful.test(line) ? inlineCode(line) : line;
}

/** Returns bold text of a stranger. */
export const bold = (text: string): string => {
  const inner = plain(text);
  return inner === '' ? '' : `**${inner}**`;
};

/** Returns a text as code within a line; empty for an empty text. */
export function code(text: string, limit = 500): string {
  const line = shorten(oneLine(text.slice(0, limit * 8)), limit, '…');
  return line === '' ? '' : inlineCode(line);
}

function inlineCode(line: string): string {
  const fence = '`'.repeat(longestRun(line, '`') + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${withoutReferences(line)}${space}${fence}`;
}

/**
 * Separates the marks of mentions and of links to channels. The server looks for them in code and quotations, too, where a mention
 * of everybody could be refused.
 */
export const withoutReferences = (text: string): string =>
  text.replace(/@(?=_?\\?\*)|#(?=\\?\*\\?\*)/g, (mark) => `${mark}${separator}`);

/** Returns an address of a web page, or of mail, as it can stand in Markdown; empty when it is no such address. */
export function webAddress(address: string): string {
  const trimmed = address.trim();
  if (trimmed.length > 2_000 || !/^(?:https?:\/\/|mailto:)\S+$/i.test(trimmed)) return '';
  if (/[\p{Cc}<>"`\\]/u.test(trimmed) || !URL.canParse(trimmed)) return '';
  // Text before the host makes an address look as if it led elsewhere.
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') return '';
  return url.href
    .replace(/[*()`[\]|$'!~{}^]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/&(?=#?\w{1,40};)/g, '&amp;')
    .replace(/:(?=[\w+-]+:)/g, (mark, at: number) => (at < 7 ? mark : '%3A'));
}

/** Returns a link with a text of a stranger; only the text when the address is no web address. */
export function link(text: string, address: string): string {
  const url = webAddress(address);
  if (url === '') return plain(text);
  const label = shorten(oneLine(text.slice(0, 1_600)), 200, '…').replace(
    /[!$&*:<@[\\\]`~]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
  return `[${label === '' ? 'link' : label}](${url})`;
}

/** Returns a block of code with a text of several lines; empty for an empty text. */
export function codeBlock(text: string, language = '', limit = 4_000): string {
  return block(text, language.replace(/[^\w+#.-]/g, ''), limit);
}

/**
 * Returns a quotation of a text of several lines. Its Markdown stays, such as that of a comment, but it mentions nobody. Empty for an
 * empty text.
 */
export function quote(text: string, limit = 2_000): string {
  const body = blockText(text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), limit);
  return body === '' ? '' : quotation(body);
}

function block(text: string, kind: string, limit: number): string {
  const body = blockText(text, limit);
  if (body === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(body, '`') + 1));
  return `${fence}${kind}\n${body}\n${fence}`;
}

/** Lines of a block that are shown at most. */
const blockLines = 60;

/** Returns text for a block: bounded in length and lines, without references. */
function blockText(text: string, limit: number): string {
  const all = text
    .slice(0, limit * 8)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n');
  const kept = all.slice(0, blockLines).map((line) => withoutHidden(line.replaceAll('\t', '  ')).trimEnd());
  const isCut = all.length > blockLines || text.length > limit * 8;
  const body = shorten(
    kept
      .join('\n')
      .replace(/^\s*\n/, '')
      .trimEnd(),
    limit,
    '\n…',
  );
  return body === '' ? '' : withoutReferences(isCut && !body.endsWith('…') ? `${body}\n…` : body);
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
  const number =
    typeof value === 'number' ? value : /^\d{9,13}(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
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
