/** Returns the text of the message that a mail becomes. Only replies to mails of this server lose quotations and signatures. */

import { forwardPrefixes, type IncomingMail } from '../../domain/incoming-mail.ts';
import { markdownOfHtml } from './html-markdown.ts';
import { asMarkdown, type ReplyText, separateReply, type TextOptions, tidy } from './reply-text.ts';

/** Line with which mail programs begin a forwarded mail. That of a quoted mail has fewer dashes. */
const forwardMark = /^[ \t*>]*(?:[-=]{8,}[^-=\n]{1,80}[-=]{8,}|begin forwarded message:)[ \t*]*$/im;

const forwardMarkInHtml = />\s*(?:[-=]{8,}[^-=<>]{1,80}[-=]{8,}|begin forwarded message:)\s*</i;

/**
 * Returns whether a mail is a reply to a mail of this server, so that the quoted mail and the signature may be left out of its
 * message. Nothing is left out of other mails, such as new and forwarded ones, because what looks like a quotation is what their
 * senders want to show.
 * @param host host name in the Message-IDs of this server
 * @param isReplyAddress whether the mail was sent to a reply address, which only mails of this server contain
 */
function isReply(
  { headers, subject, text, html }: Pick<IncomingMail, 'headers' | 'subject' | 'text' | 'html'>,
  { host, isReplyAddress }: { host: string; isReplyAddress: boolean },
): boolean {
  if (forwardPrefixes.test(subject.trim()) || forwardMark.test(text) || forwardMarkInHtml.test(html))
    return false;
  if (headers.some(({ key }) => key === 'x-forwarded-message-id')) return false;
  const references = headers
    .filter(({ key }) => key === 'in-reply-to' || key === 'references')
    .flatMap(({ value }) => value.toLowerCase().match(/<[^<>\s]{1,1000}>/g) ?? []);
  // Some programs reply without references.
  if (references.length === 0) return isReplyAddress;
  return references.some((reference) => reference.endsWith(`@${host.toLowerCase()}>`));
}

export type MailTextOptions = TextOptions & {
  /** Host name in the Message-IDs of this server. */
  host: string;
  isReplyAddress: boolean;
  /** Whether the HTML is used when a mail has both HTML and plain text. */
  prefersHtml: boolean;
};

const everything: TextOptions = { includesQuotes: true, includesFooter: true };

/** And what was left out: nothing, unless it is a reply to a mail of this server. */
export function textOfMail(
  mail: Pick<IncomingMail, 'headers' | 'subject' | 'text' | 'html'>,
  options: MailTextOptions,
): ReplyText & { isReply: boolean } {
  const { text, html } = mail;
  const takesHtml = html.trim() !== '' && (options.prefersHtml || text.trim() === '');
  if (!isReply(mail, options)) {
    const written = takesHtml ? tidy(markdownOfHtml(html, everything)) : asMarkdown(text);
    return { isReply: false, written, leftOut: [] };
  }
  const plain = takesHtml ? markdownOfHtml(html, options) : text;
  return { isReply: true, ...separateReply(plain, options) };
}
