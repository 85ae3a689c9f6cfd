import { randomBytes } from 'node:crypto';

/** Options in the local part of a channel's address (docs/api/channels.md#email-address). */
export type ChannelMailOptions = {
  showsSender: boolean;
  includesQuotes: boolean;
  includesFooter: boolean;
  /** Whether the HTML is used when a mail has both HTML and plain text. */
  prefersHtml: boolean;
};

export type ChannelAddress = { token: string; options: ChannelMailOptions };

const optionNames: ReadonlySet<string> = new Set([
  'show-sender',
  'include-quotes',
  'include-footer',
  'prefer-html',
  'prefer-text',
]);

/** Alphabet of Crockford's Base32: digits and letters without those that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Number of characters in a token, with 5 random bits each. */
const tokenLength = 20;
const tokenForm = /^[0-9a-hjkmnp-tv-z]{20}$/;
/** Leaves space for any one option: a local part has at most 64 characters. */
const maxName = 20;

export const newChannelToken = (): string =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]).join('');

/** The channel's name is for human readers. Only the token identifies the channel. */
export function channelLocalPart(channelName: string, token: string): string {
  const name = channelName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxName)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? token : `${name}.${token}`;
}

/** Undefined without a token. Options follow `+`, or a dot for other mail programs. @param localPart in lower case */
export function parseChannelLocalPart(localPart: string): ChannelAddress | undefined {
  const [first = '', ...others] = localPart.split(/[.+]/);
  // A channel's name may have the form of a token or of an option. So a first part before a token is the name, and the first
  // part is never an option.
  const token = [...others, first].find((part) => tokenForm.test(part));
  if (token === undefined) return undefined;
  const options = new Set(others.filter((part) => optionNames.has(part)));
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
