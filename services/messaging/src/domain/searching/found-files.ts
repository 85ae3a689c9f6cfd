import { plainText } from '@parley/markdown';
import {
  analyzeText,
  highlightPlainText,
  highlightStemmed,
  matches,
  type SearchExpression,
} from '@parley/search-text';

export type LinkedFile = { pathId: string; name: string };

/** Links of uploads, and pictures and sounds that are shown in their place. */
const uploadUrl = /<(?:a href|audio [^>]*?\bsrc|img [^>]*?\bdata-original-src)="\/user_uploads\/([^"?#]+)/g;

/** Returns the uploaded files that a rendered message links, each once. */
export function linkedFiles(html: string): LinkedFile[] {
  return Array.from(linkedPaths(html), (pathId) => ({
    pathId,
    name: pathId.slice(pathId.lastIndexOf('/') + 1),
  }));
}

/** Returns whether a rendered message links an uploaded file. */
export const linksFile = (html: string, pathId: string): boolean => linkedPaths(html).has(pathId);

function linkedPaths(html: string): Set<string> {
  const paths = new Set<string>();
  for (const [, path = ''] of html.matchAll(uploadUrl))
    paths.add(decoded(path.replaceAll('&amp;', '&')).normalize('NFC'));
  return paths;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const nameFits = (name: string, expression: SearchExpression): boolean =>
  matches(expression, analyzeText(name));

/** Number of characters of a line of context before what was found, and altogether. */
const before = 60;
const maxLength = 200;

/** Returns the line of a message in which something was found, or else its first line, as HTML with the found parts marked. */
export function contextOf(html: string, expression: SearchExpression): string {
  const lines = plainText(html)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.find((line) => highlightStemmed(line, expression).length > 0) ?? lines[0] ?? '';
  const [range] = highlightStemmed(found, expression);
  const start = Math.max(0, (range?.start ?? 0) - before);
  const shown = found
    .slice(start, start + maxLength)
    .toWellFormed()
    .replaceAll('\ufffd', '');
  const marked = highlightPlainText(shown, expression);
  return `${start > 0 ? '…' : ''}${marked}${start + maxLength < found.length ? '…' : ''}`;
}
