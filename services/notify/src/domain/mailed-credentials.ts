import { parseChannelLocalPart } from './channel-address.ts';

const replyOrBounce = /^(?:reply|bounce)\.[0-9a-z.]+$/;
/** Replaces what is left out. */
const mark = '(…)';

/**
 * Returns a text without the credentials that mails of this server contain: reply addresses, report addresses, addresses of
 * channels, and links that end a person's mails. People quote and forward these mails, and the readers of the message must not get
 * what they were sent alone.
 * @param domain domain of the addresses
 */
export function withoutCredentials(
  text: string,
  { domain, publicUrl }: { domain: string; publicUrl: string },
): string {
  const addresses = new RegExp(String.raw`([a-z0-9.+_-]{1,64})(@|%40)(${literal(domain)})(?![\w-])`, 'gi');
  const links = new RegExp(String.raw`(${literal(publicUrl)}/unsubscribe/)[^\s<>()[\]"'|]+`, 'gi');
  return text
    .replaceAll(addresses, (address, localPart: string, at: string, host: string) => {
      const name = localPart.toLowerCase();
      const isSecret = replyOrBounce.test(name) || parseChannelLocalPart(name) !== undefined;
      return isSecret ? `${mark}${at}${host}` : address;
    })
    .replaceAll(links, `$1${mark}`);
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
