/** Builds the HTML part of mails about messages. */
import { escapeHtml } from '@parley/core';
import { withDirections } from '@parley/markdown';

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('\n');

/** Makes the URLs in a rendered message absolute, because a mail has no base URL for relative ones. */
const absoluteAddresses = (renderedContent: string, publicUrl: string): string =>
  renderedContent.replaceAll(
    /\b(href|src|data-original-src)="([/#][^"]*)"/g,
    (match, attribute: string, address: string) => {
      if (address.startsWith('//')) return match;
      return `${attribute}="${escapeHtml(publicUrl)}${address.startsWith('#') ? '/' : ''}${address}"`;
    },
  );

/** Values that are needed to render a message in a mail. */
export type MessageContext = {
  publicUrl: string;
  /** Full name of the sender. */
  sender: string;
  /** Formats a time (seconds since the Unix epoch) for the reader. */
  timeOf: (seconds: number) => string;
};

/** Text that replaces content which is visible only in the conversation, such as spoilers. */
export const hiddenText = '(…)';

/**
 * Converts the rendered HTML of a message for a mail. Replaces Unicode emoji by their characters, and formulas by their source.
 * Shows times in the reader's time zone. Removes the text of spoilers, and the previews of pictures, because mail programs have
 * no session to load them. Links to the pictures stay. Texts from right to left say so.
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
  const shown = absoluteAddresses(
    withSources
      .replaceAll(/<div class="message_inline_image[^"]*">.*?<\/div>\n?/gs, '')
      // Mail programs cannot load uploaded images, because they have no credentials.
      .replaceAll(
        /<img alt="([^"]*)" class="inline-image"[^<>]* data-original-src="([^"]*)"[^<>]*>/g,
        (_match, name: string, url: string) => `<a href="${url}">${name}</a>`,
      )
      .replaceAll(/<time datetime="([^"]+)">([^<]*)<\/time>/g, (_match, time: string, text: string) =>
        timeText(time, timeOf, text),
      )
      .replaceAll('class="emoji" src="', 'class="emoji" height="20" src="')
      .replaceAll(
        /<span [^<>]*class="emoji emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,9})"[^<>]*>[^<]*<\/span>/g,
        (_match, code: string) => charactersOf(code),
      )
      // A function as the replacement, because in a string `$` in a name would have a special meaning.
      .replace(/^<p>\/me /, () => `<p>${escapeHtml(sender)} `),
    publicUrl,
  );
  return withDirections(shown);
}

/** Returns a time as its reader sees it; `text` when `time` cannot be parsed. */
export function timeText(time: string, timeOf: MessageContext['timeOf'], text: string): string {
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? text : timeOf(Math.floor(milliseconds / 1000));
}

/** Replaces each element with the given tag name whose opening tag matches `opening`, including its content. */
function replaceElements(
  html: string,
  name: string,
  opening: RegExp,
  replacement: (content: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { index, 0: tag } of html.matchAll(opening)) {
    // Skips an element inside the one that was just replaced.
    if (index < at) continue;
    const start = index + tag.length;
    const { end, after } = endOf(html, name, start);
    replaced += html.slice(at, index) + replacement(html.slice(start, end));
    at = after;
  }
  return replaced + html.slice(at);
}

/** And that of the end of its closing tag. The content begins at `start`. */
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

/** Returns the characters of an emoji. `code` has its hexadecimal code points, which come from the table of known emoji. */
const charactersOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Math.min(Number.parseInt(point, 16), 0x10_ffff)));
