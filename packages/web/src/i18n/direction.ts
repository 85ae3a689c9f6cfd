/**
 * Decides in which direction a text is written. Browsers decide by the first letter (`dir="auto"`), but a name, a word of code or a
 * link at the beginning says nothing about the text. So these parts count only when there are no other letters.
 */

import { type Direction, firstDirection, hasRightToLeft } from '@parley/rules/direction';

/** Number of characters that are examined. A text that begins with more code than this is rare. */
const examined = 1_000;

/** Parts of a message as it is typed, which are isolated from the text around them. Each takes linear time. */
const isolatedParts = new RegExp(
  [
    '^/(?:me|poll|todo) ',
    '^(?:`{3,}|~{3,})(?:quote|spoiler)\\b',
    '^(`{3,}|~{3,})[^]*?(?:^\\1|$(?![^]))',
    '`[^`\\n]*`',
    '\\$\\$[^$\\n]*\\$\\$',
    '[@#]_?\\*{1,2}[^*\\n]*\\*{1,2}',
    '!?\\[[^\\]\\n]*\\]\\([^)\\s]*\\)',
    '\\bhttps?://\\S*',
    '<time:[^>\\n]*>',
    ':[\\w+-]+:',
  ].join('|'),
  'gm',
);

/** Returns the direction of a text: a name, or a message as it is typed. Without any letter it is left to right. */
export function directionOf(text: string | undefined): Direction {
  const beginning = (text ?? '').slice(0, examined);
  // Most texts contain no letter that is written from right to left.
  if (!hasRightToLeft(beginning)) return 'ltr';
  return firstDirection(beginning.replace(isolatedParts, '')) ?? firstDirection(beginning) ?? 'ltr';
}

/** Isolated parts of rendered messages, and buttons that this client adds to them. */
const isolated =
  'a, button, code, pre, time, .emoji, .katex, .katex-display, .tex-error, .timestamp-error, .topic-mention, .user-mention, .user-group-mention';
const leftToRight = '.codehilite, code, .katex, .katex-display, .tex-error';
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, th, td, .spoiler-block';

/** Returns the direction of a rendered message, or of a part of it. */
function directionOfContent(content: Node): Direction {
  if (!hasRightToLeft(content.textContent ?? '')) return 'ltr';
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const direction = firstDirection(text.nodeValue ?? '');
    if (direction && !isIsolated(text, content)) return direction;
  }
  return firstDirection(content.textContent ?? '') ?? 'ltr';
}

function isIsolated(text: Node, content: Node): boolean {
  const part = text.parentElement?.closest(isolated);
  return part !== null && part !== undefined && part !== content && content.contains(part);
}

/**
 * Sets the directions of the blocks and isolated parts of a rendered message, and returns the direction of the whole. A message may
 * have paragraphs in different directions. Code and formulas are always written from left to right.
 */
export function setDirections(content: DocumentFragment | Element): Direction {
  if (!hasRightToLeft(content.textContent ?? '')) return 'ltr';
  const whole = directionOfContent(content);
  for (const part of content.querySelectorAll<HTMLElement>(`${blocks}, ${isolated}`)) {
    part.dir = part.matches(leftToRight) ? 'ltr' : directionOfContent(part);
  }
  for (const block of content.querySelectorAll<HTMLElement>(leftToRight)) block.dir = 'ltr';
  return whole;
}
