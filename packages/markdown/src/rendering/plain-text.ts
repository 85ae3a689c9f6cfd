import { emojiOfCode } from '../emoji/table.ts';

/** Converts HTML of messages to plain text, for notifications and previews of links. */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (match, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? match;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : match;
  });

const part = /<(\/?)([a-z][a-z\d-]*)\b([^>]*)>|[^<]+|</gi;
/** Elements before and after which the text continues on a new line. */
const blocks = new Set([
  'ul',
  'ol',
  'table',
  'p',
  'div',
  'li',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'tr',
  'pre',
  'br',
]);

const emojiOf = (attributes: string): string | undefined => {
  const code = /\bemoji-([\da-f]+(?:-[\da-f]+)*)/i.exec(attributes)?.[1];
  return code && emojiOfCode(code);
};

/** Returns the text that replaces an element and its content; undefined for an element whose content is shown. */
function replacementFor(name: string, attributes: string): string | undefined {
  if (/\bspoiler-content\b/.test(attributes)) return '(…)\n';
  if (/\baria-hidden="true"/.test(attributes)) return '';
  if (name === 'style' || name === 'script') return '';
  return name === 'span' ? emojiOf(attributes) : undefined;
}

/** Replaces formulas by their sources, which are in an `annotation` element. */
const withSources = (html: string): string =>
  html.replaceAll(/<math\b[\s\S]*?<annotation\b[^>]*>([\s\S]*?)<\/annotation>[\s\S]*?<\/math>/gi, '$1');

/**
 * Returns the plain text of a message's HTML. Emoji become characters, and images their names. Hidden text of spoilers is left
 * out. The result must be escaped before it is used in HTML.
 */
export function plainText(renderedContent: string): string {
  let text = '';
  // The element whose content is skipped, and how many elements with its name are open.
  let skipped = '';
  let depth = 0;
  for (const [all, close, tag = '', attributes = ''] of withSources(renderedContent).matchAll(part)) {
    const name = tag.toLowerCase();
    if (depth > 0) {
      if (name === skipped) depth += close === '' ? 1 : -1;
    } else if (name === '') text += decode(all);
    else if (name === 'img') text += decode(/\balt="([^"]*)"/i.exec(attributes)?.[1] ?? '');
    else if (close !== '' || name === 'br') text += blocks.has(name) ? '\n' : '';
    else {
      if (blocks.has(name)) text += '\n';
      const replacement = replacementFor(name, attributes);
      if (replacement === undefined) continue;
      text += replacement;
      skipped = name;
      depth = 1;
    }
  }
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}
