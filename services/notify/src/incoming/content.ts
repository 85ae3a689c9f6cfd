/** Composes the content of the message that a mail becomes. */
import { codePoints, limits, shorten } from '@parley/rules';
import type { Texts } from '@parley/texts';
import { tidy } from './text/reply-text.ts';

type IncomingTexts = Texts['mails']['incoming'];

/** The parts of a message. */
export type ContentParts = {
  /** Markdown; empty when the mail contains only attachments. */
  text: string;
  /** Quoted mails and signatures that are not part of the text. */
  leftOut: string;
  /** Lines with links to the attachments. */
  links: readonly string[];
};

/** Returns the whole content of a message, which may be longer than a message. What was left out of the text is folded. */
export function contentOf({ text, leftOut, links }: ContentParts, { rest }: IncomingTexts): string {
  const fence = '`'.repeat(
    Math.max(3, ...Array.from(leftOut.matchAll(/`{3,}/g), ([marks]) => marks.length + 1)),
  );
  const folded = leftOut === '' ? '' : `${fence}spoiler ${rest}\n${leftOut}\n${fence}`;
  return [closed(text), links.join('\n'), folded].filter((part) => part !== '').join('\n\n');
}

export const isWithinLimit = (content: string): boolean => codePoints(content) <= limits.messageLength;

/** Shortens its text, between words if possible. The links then contain one to the whole text. */
export function shortenedContentOf({ text, links }: ContentParts, texts: IncomingTexts): string {
  const end = `\n\n${[texts.shortened, ...links].join('\n')}`;
  const cut = shorten(text, limits.messageLength - codePoints(end) - maxFence, '');
  const space = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '));
  const isCut = cut.length < text.length;
  return `${closed(isCut && space > cut.length * 0.9 ? cut.slice(0, space) : cut)}${end}`;
}

/** Maximum number of characters that are added to a text to close a code block. */
const maxFence = 20;

/** Returns a text whose last code block is closed, so that it does not swallow what follows. */
function closed(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const [, marks = '', info = ''] = /^ {0,3}(`{3,16}|~{3,16})[ \t]*([^`]*)$/.exec(line) ?? [];
    if (marks === '') continue;
    if (open === '') open = marks;
    else if (marks.startsWith(open) && info.trim() === '') open = '';
  }
  return open === '' ? text : tidy(`${text}\n${open}`);
}

/** Makes mentions of people and groups silent, so that they notify nobody. */
export const silent = (text: string): string => text.replaceAll(/@(?=\*)/g, '@_');
