import { domainToASCII } from 'node:url';
import { errors, errorText, lastItem } from '@parley/core';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lower case and ASCII (Punycode), so that spellings are equal. A malformed one is only trimmed and in lower case. */
export function domainKey(given: string): string {
  const name = given.trim().replace(/\.$/, '').toLowerCase();
  return domainToASCII(name) || name;
}

/** Checks a domain, and returns it in the form in which it is stored. @throws BAD_REQUEST when it is malformed */
export function checkDomain(given: string): string {
  const domain = domainKey(given);
  const labels = domain.split('.');
  const isDomain =
    domain.length <= 253 &&
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    !/^\d+$/.test(lastItem(labels));
  if (!isDomain)
    throw errors.badRequest(errorText('Invalid domain: {domain}', { domain: given.slice(0, 253) }));
  return domain;
}
