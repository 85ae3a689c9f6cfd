/**
 * Decides in which direction rendered messages are written, for notifications and mails. A mention, a link or code at the beginning says
 * nothing about the text around it, so such parts count only where there are no other letters. The web client has the same rule for its
 * document (`setDirections`).
 */
import { type Direction, firstDirection, hasRightToLeft } from '@parley/rules/direction';

/** A tag, or text up to the next one. */
const part = /<(\/?)([a-z][a-z\d-]*)\b([^>]*)>|[^<]+|</gi;
const voidNames = new Set(['br', 'hr', 'img', 'input', 'source']);
const blockNames = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote table th td'.split(' '));
const isolatedNames = new Set(['a', 'code', 'pre', 'time']);
const isolatedClass =
  /\bclass="(?:[^"]* )?(?:emoji|katex|katex-display|tex-error|topic-mention|user-mention|user-group-mention)[ "]/;
const leftToRight = /\bclass="(?:[^"]* )?(?:codehilite|katex|katex-display|tex-error)[ "]/;

/** An open element that gets a direction. */
type Element = {
  /** Where its attribute belongs in the HTML. */
  at: number;
  isIsolated: boolean;
  direction: Direction | undefined;
  /** The direction of its first letter, isolated or not. */
  fallback: Direction | undefined;
};

/** Reads HTML once. Calls `ended` with each element that has a direction, and returns that of the whole. */
function read(html: string, ended: (element: Element) => void): Direction {
  const whole: Element = { at: 0, isIsolated: true, direction: undefined, fallback: undefined };
  const open: (Element | undefined)[] = [whole];
  for (const { index, 0: all, 1: close, 2: tag, 3: attributes = '' } of html.matchAll(part)) {
    if (tag === undefined) note(open, firstDirection(withoutReferences(all)));
    else if (close !== '') {
      const element = open.length > 1 ? open.pop() : undefined;
      if (element) ended(element);
    } else if (!voidNames.has(tag)) open.push(elementOf(tag, attributes, index + 1 + tag.length));
  }
  return whole.direction ?? whole.fallback ?? 'ltr';
}

/** Letters of `&amp;` are none of the text. Other characters are not written as references. */
const withoutReferences = (text: string): string => text.replaceAll(/&[#\w]+;/g, '');

function elementOf(tag: string, attributes: string, at: number): Element | undefined {
  const isIsolated = isolatedNames.has(tag) || isolatedClass.test(attributes);
  const isLeftToRight = tag === 'code' || leftToRight.test(attributes);
  if (!isIsolated && !isLeftToRight && !blockNames.has(tag)) return undefined;
  return { at, isIsolated, direction: isLeftToRight ? 'ltr' : undefined, fallback: undefined };
}

/** Notes the direction of a text for the elements around it. */
function note(open: readonly (Element | undefined)[], direction: Direction | undefined): void {
  if (direction === undefined) return;
  let isOutside = false;
  for (const element of open.toReversed()) {
    if (!element) continue;
    if (isOutside) element.fallback ??= direction;
    else element.direction ??= direction;
    isOutside ||= element.isIsolated;
  }
}

/** Returns the direction of the HTML of a message. */
export const renderedDirection = (html: string): Direction =>
  hasRightToLeft(html) ? read(html, () => undefined) : 'ltr';

/** Returns the HTML of a message with the direction of each of its blocks and isolated parts, if any letter is written from right to left. */
export function withDirections(html: string): string {
  if (!hasRightToLeft(html)) return html;
  const found: Element[] = [];
  const whole = read(html, (element) => found.push(element));
  let written = '';
  let from = 0;
  for (const { at, direction, fallback } of found.sort((one, other) => one.at - other.at)) {
    written += `${html.slice(from, at)} dir="${direction ?? fallback ?? whole}"`;
    from = at;
  }
  return written + html.slice(from);
}
