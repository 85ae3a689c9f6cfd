/** HTML of mails. */
import { escapeHtml } from '@parley/core';

/** Returns a text as HTML paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('\n');

/** Makes the addresses of a rendered message absolute, because a mail has no base address for relative ones. */
const absoluteAddresses = (renderedContent: string, publicUrl: string): string =>
  renderedContent.replaceAll(
    /\b(href|src|data-original-src)="([/#][^"]*)"/g,
    (match, attribute: string, address: string) => {
      if (address.startsWith('//')) return match;
      return `${attribute}="${escapeHtml(publicUrl)}${address.startsWith('#') ? '/' : ''}${address}"`;
    },
  );

/** What a message's text needs from its mail. */
export type MessageContext = {
  publicUrl: string;
  /** Full name of the sender. */
  sender: string;
  /** Formats a time (seconds since the Unix epoch) for the reader. */
  timeOf: (seconds: number) => string;
};

/** Stands for text that a reader sees in the conversation only. */
export const hiddenText = '(…)';

/**
 * Returns a rendered message for a mail: with characters instead of emoji that a style sheet draws, formulas as their
 * source, times in the reader's time zone, and without the text of spoilers and previews of pictures, which mail programs cannot
 * load without a session. The links to the pictures stay.
 */
export function messageForMail(
  renderedContent: string,
  { publicUrl, sender, timeOf }: MessageContext,
): string {
  const closed = replaceElements(renderedContent, 'div', /<div class="spoiler-content"[^>]*>/g, () =>
    paragraphs(hiddenText),
  );
  const withSources = replaceElements(closed, 'span', /<span class="katex">/g, (formula) => {
    const source = /<annotation\b[^>]*>([^<]*)<\/annotation>/.exec(formula)?.[1];
    return source === undefined ? formula : `<code>${source}</code>`;
  });
  return absoluteAddresses(
    withSources
      .replaceAll(/<div class="message_inline_image[^"]*">.*?<\/div>\n?/gs, '')
      .replaceAll(/<time datetime="([^"]+)">([^<]*)<\/time>/g, (_match, time: string, text: string) =>
        timeText(time, timeOf, text),
      )
      .replaceAll('class="emoji" src="', 'class="emoji" height="20" src="')
      .replaceAll(
        /<span [^<>]*class="emoji emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,9})"[^<>]*>[^<]*<\/span>/g,
        (_match, code: string) => charactersOf(code),
      )
      // A replacement function: a name may contain `$`.
      .replace(/^<p>\/me /, () => `<p>${escapeHtml(sender)} `),
    publicUrl,
  );
}

/** Returns a time for its reader; `text` for one that cannot be read. */
export function timeText(time: string, timeOf: MessageContext['timeOf'], text: string): string {
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? text : timeOf(Math.floor(milliseconds / 1000));
}

/** Replaces elements of one name, with all that they contain. `opening` matches their opening tag. */
function replaceElements(
  html: string,
  name: string,
  opening: RegExp,
  replacement: (content: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { index, 0: tag } of html.matchAll(opening)) {
    // This element is inside the one that was just replaced.
    if (index < at) continue;
    const start = index + tag.length;
    const { end, after } = endOf(html, name, start);
    replaced += html.slice(at, index) + replacement(html.slice(start, end));
    at = after;
  }
  return replaced + html.slice(at);
}

/** Returns the end of an element’s content that begins at `start`, and the end of its closing tag. */
function endOf(html: string, name: string, start: number): { end: number; after: number } {
  const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, 'g');
  tags.lastIndex = start;
  let depth = 1;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return { end: match.index, after: tags.lastIndex };
  }
  return { end: html.length, after: html.length };
}

/** Returns the characters of an emoji from its code points in hex, which come from the table of known emoji. */
const charactersOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Math.min(Number.parseInt(point, 16), 0x10_ffff)));
