import { foldWord } from '../analyzing/fold.ts';
import type { SearchExpression, SearchNode } from '../expression.ts';
import { highlightPlainText, highlightStemmed } from './highlight-html.ts';

/** Number of characters before what was found, and altogether. */
const before = 60;
const maxLength = 200;
/** Lines that may contain something are highlighted to find out; a text has at most so many of them. */
const maxHighlighted = 200;

/** Returns what a text may contain where it fits an expression: literal forms and stems. */
function needlesOf(node: SearchNode): string[] {
  if (node.kind === 'term') return [node.term.replace(/^~/, '')];
  return node.kind === 'not' ? [] : node.items.flatMap(needlesOf);
}

/**
 * Returns the line of a plain text in which an expression found something, as HTML with the found parts marked; undefined when no
 * line has it.
 */
export function contextLine(text: string, expression: SearchExpression): string | undefined {
  const needles = [...new Set(needlesOf(expression.root))];
  let highlighted = 0;
  for (const line of text.split('\n')) {
    const folded = foldWord(line);
    if (!needles.some((needle) => folded.includes(needle))) continue;
    const found = line.trim();
    const [range] = highlightStemmed(found, expression);
    if (range !== undefined) {
      const start = Math.max(0, range.start - before);
      const shown = found
        .slice(start, start + maxLength)
        .toWellFormed()
        .replaceAll('\ufffd', '');
      const end = start + maxLength < found.length ? '…' : '';
      return `${start > 0 ? '…' : ''}${highlightPlainText(shown, expression)}${end}`;
    }
    highlighted++;
    if (highlighted === maxHighlighted) return undefined;
  }
  return undefined;
}
