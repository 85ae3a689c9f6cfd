import { bold, firstLine, oneLine, paragraphs, plain } from '../../domain/markdown.ts';

/** Returns the person who acts, in bold. */
export const who = (name: string): string => (name.trim() === '' ? 'Somebody' : bold(name));

/** Returns the name in a text such as `Ann Roe <ann@example.com>`. Takes as long as the text, whatever it consists of. */
export function nameIn(text: string): string {
  if (!text.endsWith('>')) return text;
  const start = text.indexOf('<', text.lastIndexOf('>', text.length - 2) + 1);
  return start < 0 ? text : text.slice(0, start).trimEnd();
}

/** Returns a number with its noun: `1 commit`, `2 commits`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Returns an enumeration: `a, b and c`. More than `limit` parts are counted. */
export function enumeration(parts: readonly string[], limit = 10): string {
  const all = parts.filter((part) => part.trim() !== '');
  const shown = all.length > limit ? [...all.slice(0, limit), `${all.length - limit} more`] : all;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Returns an identifier such as `merge_request`, `ISSUE_CREATED` or `lastSeen` in words. */
export const words = (identifier: string): string =>
  plain(
    identifier
      .slice(0, 300)
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[_\-.:/]+/g, ' ')
      .toLowerCase(),
    80,
  );

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a sentence: with an upper-case letter at the start, without double spaces, with its end. */
export function sentence(text: string, end: '.' | ':' | '' = '.'): string {
  const line = capitalized(text.replace(/ {2,}/g, ' ').trim());
  return end === '.' && /[.!?…]$/.test(line) ? line : `${line}${end}`;
}

/** Returns a topic from parts that are not empty, such as a repository and an issue. */
export const topicOf = (fallback: string, ...parts: readonly string[]): string => {
  const shown = parts.map((part) => oneLine(part.slice(0, 500))).filter((part) => part !== '');
  return shown.length === 0 ? fallback : shown.join(' / ');
};

/** Returns a message of a title line, and further parts. */
export const message = (
  topic: string,
  title: string,
  ...details: readonly (string | undefined | false)[]
): { topic: string; content: string } => ({ topic, content: paragraphs(title, ...details) });

/** Returns `old → new` for a changed value. */
export const change = (before: string, after: string): string =>
  before.trim() === ''
    ? plain(after)
    : `${plain(before)} → ${after.trim() === '' ? 'nothing' : plain(after)}`;

/** Returns the first line of a text, shortened, as running text. */
export const headline = (text: string, limit = 200): string => plain(firstLine(text.slice(0, 2_000)), limit);

/** Returns a length of time in words: `1 h 2 min`. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 0 || seconds > 1e10) return '';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** Returns the value that a table has for a word of a tool; otherwise another. */
export const oneOf = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
  otherwise: NoInfer<Value>,
): Value => (Object.hasOwn(table, word) ? table[word]! : otherwise);
