import { oneLine } from '@parley/core';
import { withoutHidden } from '@parley/rules';

/** A received mail. Its parts are decoded and have limited sizes. */
export type IncomingMail = {
  /** The Message-ID, or a hash of a mail without one. A redelivered mail has the same value. */
  messageId: string;
  from: { name: string; address: string };
  /** Number of addresses in all `From` header fields. Only a mail with one address has a known author. */
  authors: number;
  subject: string;
  /** Plain text; empty when the mail has none. */
  text: string;
  /** Empty when the mail has none. */
  html: string;
  /** Header fields in their order, with names in lower case. */
  headers: readonly HeaderField[];
  attachments: readonly IncomingFile[];
  /** Number of attachments that were left out because there were too many. */
  droppedAttachments: number;
};

export type HeaderField = { key: string; value: string };

export type IncomingFile = { name: string; type: string; content: Uint8Array };

/** Returns the values of all header fields with a name. The values are trimmed and in lower case. */
const valuesOf = (headers: readonly HeaderField[], name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());

/** With more, the mail is in a loop. @see https://www.rfc-editor.org/rfc/rfc5321#section-6.3 */
const maxHops = 100;

/** Header field of every mail of this server. Its value is the server's host name. */
export const originHeader = 'X-Parley-Origin';

export type Automatic = 'loop' | 'reply' | 'generated';

/**
 * Returns the kind of a mail that was sent automatically; undefined when a person may have written it. `loop`: a mail of this
 * server, or one that passed too many servers. `reply`: an automatic reply such as an out-of-office notice (RFC 3834), or a
 * bounce. `generated`: a mail of a mailing list or another program.
 * @param sender sender of the envelope; empty for a bounce
 * @param host host name of this server
 */
export function automaticKind(
  { headers, from }: Pick<IncomingMail, 'headers' | 'from'>,
  sender: string,
  host: string,
): Automatic | undefined {
  const has = (name: string) => headers.some(({ key }) => key === name);
  const hops = headers.filter(({ key }) => key === 'received').length;
  if (hops > maxHops || valuesOf(headers, originHeader.toLowerCase()).includes(host.toLowerCase()))
    return 'loop';
  const submitted = valuesOf(headers, 'auto-submitted').map((value) => value.split(/[\s;]/, 1)[0]);
  const precedence = valuesOf(headers, 'precedence');
  const isDaemon = /^(?:mailer-daemon|postmaster)@/i.test(from.address);
  const isReply =
    sender === '' ||
    isDaemon ||
    submitted.some((value) => value === 'auto-replied' || value === 'auto-notified') ||
    precedence.includes('auto_reply') ||
    has('x-autoreply') ||
    has('x-autorespond');
  if (isReply) return 'reply';
  const isGenerated =
    submitted.some((value) => value !== 'no') ||
    precedence.some((value) => ['bulk', 'junk', 'list'].includes(value)) ||
    headers.some(({ key }) => key.startsWith('list-'));
  return isGenerated ? 'generated' : undefined;
}

/** Prefixes of the subjects of forwarded mails and of replies, in the languages of common mail programs. */
const forwards =
  'fwd?|wg|tr|rv|enc|i|vb|vl|pd|dst|doorst|i̇lt|ilt|πρθ|переслано|转发|轉寄|転送|전달|הועבר|إعادة توجيه';
const replies = 're|aw|antw|sv|vs|r|res|odp|rép|ref|ynt|απ|ответ|回复|答复|回覆|返信|회신|השב|تعليق';
const prefixesOf = (names: string, count: string): RegExp =>
  new RegExp(`^(?:(?:${names})(?:\\[\\d{1,3}\\])?\\s*[:：]\\s*)${count}`, 'iu');
export const forwardPrefixes = prefixesOf(forwards, '');
const prefixes = prefixesOf(`${forwards}|${replies}`, '+');

/** Returns the subject of a mail on one line, without hidden characters and prefixes such as `Re:`; at most 1,000 characters. */
export const subjectLine = (subject: string): string =>
  withoutHidden(oneLine(subject).slice(0, 1_000).toWellFormed()).trim().replace(prefixes, '').trim();
