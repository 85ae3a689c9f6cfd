import { oneLine } from '@parley/core';

/** A mail that was received, with decoded parts of bounded size. */
export type IncomingMail = {
  /** Message-ID, or a hash of the mail without one: the same when a mail is delivered again. */
  messageId: string;
  from: { name: string; address: string };
  subject: string;
  /** Plain text; empty when the mail has none. */
  text: string;
  /** Empty when the mail has none. */
  html: string;
  /** Header fields in their order, with names in lower case. */
  headers: readonly HeaderField[];
  attachments: readonly IncomingFile[];
  /** Attachments beyond the permitted number. */
  droppedAttachments: number;
};

export type HeaderField = { key: string; value: string };

/** An attached file. */
export type IncomingFile = { name: string; type: string; content: Uint8Array };

/** Returns the values of header fields with a name, in lower case and trimmed. */
const valuesOf = (headers: readonly HeaderField[], name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());

/**
 * A mail with more `Received` headers counts as a mail in a loop.
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-6.3
 */
const maxHops = 100;

/** Header that all mails of this server have, with the server's host. */
export const originHeader = 'X-Parley-Origin';

/** Why a mail is not a message of a person; undefined for one that may be. */
export type Automatic = 'loop' | 'reply' | 'generated';

/**
 * Returns whether a program wrote the mail: `loop` for a mail of this server or one that passed too many servers,
 * `reply` for an automatic reply such as an out-of-office notice (RFC 3834) or a bounce, `generated` for mailing lists
 * and other programs.
 * @param sender the envelope's sender; empty for a bounce
 * @param host this server's host
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

/** Results of SPF, DKIM and DMARC, as the organization's mail server found them. */
export type Authentication = { spf: string; dkim: string; dmarc: string };

/**
 * Returns the results of the first `Authentication-Results` header field of the trusted server (RFC 8601); `none` for
 * each without one. Fields of other servers may be forged and are ignored.
 * @param trustedId authserv-id of the organization's mail server; empty for none
 */
export function authenticationOf(headers: readonly HeaderField[], trustedId: string): Authentication {
  const own = valuesOf(headers, 'authentication-results').find(
    (value) => trustedId !== '' && value.split(/[\s;]/, 1)[0] === trustedId.toLowerCase(),
  );
  // Comments may quote anything.
  const plain = own?.replaceAll(/\([^()]*\)/g, ' ') ?? '';
  const resultOf = (method: string) =>
    new RegExp(`(?:^|;)\\s*${method}\\s*=\\s*([a-z]{1,20})`).exec(plain)?.[1] ?? 'none';
  return { spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') };
}

const prefixes = /^(?:(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|enc)(?:\[\d{1,3}\])?\s*:\s*)+/i;

/** Returns a mail's subject as a topic: without prefixes of replies, on one line, at most `limit` code points. */
export function topicOfSubject(subject: string, limit: number): string {
  const line = oneLine(subject).slice(0, 1_000).trim().replace(prefixes, '').trim();
  const points = [...line];
  return points.length <= limit
    ? line
    : `${points
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
