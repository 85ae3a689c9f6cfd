/** HTML of mails. */
import { escapeHtml } from '@parley/core';

/** Returns a name on one line: names are user input, and a line break in one would start another header or line. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

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

/**
 * Returns a rendered message for a mail: with characters instead of emoji that a style sheet draws, with closed
 * spoilers, and without previews of pictures, which mail programs cannot load without a session. The links to the
 * pictures stay.
 */
export const messageForMail = (renderedContent: string, publicUrl: string): string =>
  absoluteAddresses(
    renderedContent
      .replaceAll(/<div class="message_inline_image[^"]*">.*?<\/div>\n?/gs, '')
      .replaceAll('<div class="spoiler-content" aria-hidden="true">', '<div style="display:none">')
      .replaceAll(
        /<span [^<>]*class="emoji emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,9})"[^<>]*>[^<]*<\/span>/g,
        (_match, code: string) => charactersOf(code),
      ),
    publicUrl,
  );

/** Returns the characters of an emoji from its code points in hex, which come from the table of known emoji. */
const charactersOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Math.min(Number.parseInt(point, 16), 0x10_ffff)));
