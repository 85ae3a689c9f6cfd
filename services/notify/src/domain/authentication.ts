/** Reads `Authentication-Results` (RFC 8601) of the organization's mail server, and compares addresses. */
import { emailKey } from '@parley/rules';
import type { HeaderField, IncomingMail } from './incoming-mail.ts';

/** Results of the checks SPF, DKIM and DMARC by the organization's mail server; `none` for a missing check. */
export type Authentication = {
  spf: string;
  dkim: string;
  dmarc: string;
  /**
   * Whether the author of the mail is the owner of the address in `From`. `confirmed`: the mail server has checked it.
   * `unconfirmed`: it has checked the mail without this result, or the mail has several authors. `unchecked`: no server is
   * trusted, or it has not checked the mail, as mail servers do with mail of their own organization.
   */
  author: 'confirmed' | 'unconfirmed' | 'unchecked';
};

/** One result: a method such as `dmarc`, its result such as `pass`, and properties such as `header.from`. */
type Result = { method: string; result: string; properties: ReadonlyMap<string, string> };

/** Of other servers they may be forged. @param trustedId authserv-id of the mail server; empty for none */
export function authenticationOf(
  { headers, from, authors }: Pick<IncomingMail, 'headers' | 'from' | 'authors'>,
  trustedId: string,
): Authentication {
  const results = trustedResults(headers, trustedId.toLowerCase());
  const resultOf = (method: string) => results?.find((each) => each.method === method)?.result ?? 'none';
  const isRefused = results?.some(({ method, result }) => method === 'dmarc' && result === 'fail');
  const dmarc = isRefused ? 'fail' : resultOf('dmarc');
  const checks = { spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc };
  if (authors !== 1) return { ...checks, author: 'unconfirmed' };
  if (!results) return { ...checks, author: 'unchecked' };
  const isConfirmed = !isRefused && results.some((each) => confirms(each, from.address));
  return { ...checks, author: isConfirmed ? 'confirmed' : 'unconfirmed' };
}

/** A domain without DMARC has no such result, so a signature or a permitted server also counts. */
function confirms({ method, result, properties }: Result, address: string): boolean {
  if (result !== 'pass') return false;
  const domain = domainOf(address);
  const covers = (value: string | undefined) => {
    const by = domainOf(value ?? '');
    return by.includes('.') && (domain === by || domain.endsWith(`.${by}`));
  };
  if (method === 'dmarc') return covers(properties.get('header.from') ?? domain);
  if (method === 'dkim') return covers(properties.get('header.d') ?? properties.get('header.i'));
  if (method === 'spf') return covers(properties.get('smtp.mailfrom'));
  // The author has signed in at the mail server.
  const account = properties.get('smtp.auth') ?? properties.get('smtp.mailfrom') ?? '';
  return method === 'auth' && emailKey(account) === emailKey(address);
}

/** Returns the domain of an address, or a domain unchanged, in the form in which domains are compared. */
const domainOf = (text: string): string => emailKey(`@${text.slice(text.lastIndexOf('@') + 1)}`).slice(1);

/**
 * Returns the results in the fields of the trusted server; undefined when it wrote none. Each check may have its own field. The
 * fields of a server lie above the `Received` field of the server that sent the mail to it, so later fields are forged. Of each
 * check, only the first field counts: a second one is from the sender, if the server has not removed what the sender wrote in its
 * name. The server writes its own name plainly, so a name in quotes or after a comment is also from the sender.
 */
function trustedResults(headers: readonly HeaderField[], trustedId: string): Result[] | undefined {
  if (trustedId === '') return undefined;
  const isTrusted = ({ key, value }: HeaderField) =>
    key === 'authentication-results' && value.trim().toLowerCase().split(/[\s;]/, 1)[0] === trustedId;
  const start = headers.findIndex(isTrusted);
  if (start < 0) return undefined;
  const end = headers.findIndex(({ key }, at) => at > start && key === 'received');
  const results: Result[] = [];
  for (const { value } of headers.slice(start, end < 0 ? undefined : end).filter(isTrusted)) {
    const known = new Set(results.map(({ method }) => method));
    const read = plainValue(value).split(';').slice(1).flatMap(readResult);
    results.push(...read.filter(({ method }) => !known.has(method)));
  }
  return results;
}

function readResult(text: string): Result[] {
  const [, method, result] = /^\s*([a-z0-9-]{1,40})(?:\s*\/\s*\d+)?\s*=\s*([a-z]{1,20})/.exec(text) ?? [];
  if (method === undefined || result === undefined) return [];
  const properties = new Map<string, string>();
  for (const [, type, name, value = ''] of text.matchAll(/\s([a-z]{1,20})\.([a-z-]{1,40})=(\S+)/g)) {
    if (!properties.has(`${type}.${name}`)) properties.set(`${type}.${name}`, value);
  }
  return [{ method, result, properties }];
}

/** Otherwise, an address that the sender has chosen could look like a result: `smtp.mailfrom="; dmarc=pass"@x.test`. */
function plainValue(value: string): string {
  let plain = '';
  let comments = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const isEscaped = value[at] === '\\' && (isQuoted || comments > 0);
    if (isEscaped) at++;
    const character = value[at] ?? '';
    if (isQuoted) {
      if (character === '"' && !isEscaped) isQuoted = false;
      else plain += /[\w.@-]/.test(character) ? character : '_';
    } else if (comments > 0) {
      if (character === '(' && !isEscaped) comments++;
      else if (character === ')' && !isEscaped) comments--;
    } else if (character === '"') isQuoted = true;
    else if (character === '(') {
      comments = 1;
      plain += ' ';
    } else plain += character;
  }
  return plain.trim().toLowerCase();
}

/** A detail after `+` does not matter: people answer as `ann@example.com` (RFC 5233). */
export const isSameMailbox = (one: string, other: string): boolean =>
  one !== '' && mailboxKey(one) === mailboxKey(other);

const mailboxKey = (address: string): string => emailKey(address).replace(/^([^+@]+)\+[^@]*@/, '$1@');
