import { randomBytes } from 'node:crypto';

/** What the options in a channel's address ask for (docs/api/channels.md#email-address). */
export type ChannelMailOptions = {
  /** Shows the mail's sender in the message. */
  showsSender: boolean;
  includesQuotes: boolean;
  includesFooter: boolean;
  /** Takes the HTML of a mail that has both forms. */
  prefersHtml: boolean;
};

/** A channel's address, as a mail server named it. */
export type ChannelAddress = { token: string; options: ChannelMailOptions };

const optionNames: ReadonlySet<string> = new Set([
  'show-sender',
  'include-quotes',
  'include-footer',
  'prefer-html',
  'prefer-text',
]);

/** Letters and digits that cannot be confused, as Crockford's Base32 has them. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 100 random bits. */
const tokenLength = 20;
const tokenForm = /^[0-9a-hjkmnp-tv-z]{20}$/;
/** Characters of the channel's name in its address, which leave space for two options. */
const maxName = 20;

/** Returns a new token of a channel's address. */
export const newChannelToken = (): string =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]).join('');

/**
 * Returns the part of a channel's address before the `@`. The name helps readers; only the token identifies the
 * channel.
 */
export function channelLocalPart(channelName: string, token: string): string {
  const name = channelName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxName)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? token : `${name}.${token}`;
}

/**
 * Returns the token and options of a channel's address; undefined when it has no token. Options are separated by `+`
 * or, where a mail program does not permit that, by a dot.
 * @param localPart in lower case
 */
export function parseChannelLocalPart(localPart: string): ChannelAddress | undefined {
  const parts = localPart.split(/[.+]/);
  const token = parts.find((part) => tokenForm.test(part));
  if (token === undefined) return undefined;
  const options = new Set(parts.filter((part) => optionNames.has(part)));
  return {
    token,
    options: {
      showsSender: options.has('show-sender'),
      includesQuotes: options.has('include-quotes'),
      includesFooter: options.has('include-footer'),
      prefersHtml: options.has('prefer-html') && !options.has('prefer-text'),
    },
  };
}
