/** Decides which addresses an organization permits. No I/O. */
import type { PlainErrorText } from '@parley/core';
import { domainKey } from '../../organization/domain/domain-names.ts';

type AllowedDomain = { domain: string; allowSubdomains: boolean };

export type AddressFacts = {
  /** The permitted domains; undefined when all are permitted. */
  domains: readonly AllowedDomain[] | undefined;
  /** Domains of disposable addresses; undefined when disposable addresses are permitted. */
  disposable: ReadonlySet<string> | undefined;
};

/** Returns the reason for which an address is refused, as a sentence for its owner; undefined for a permitted address. */
export function refusalOfAddress(
  email: string,
  { domains, disposable }: AddressFacts,
): PlainErrorText | undefined {
  const at = email.lastIndexOf('@');
  const domain = domainKey(email.slice(at + 1));
  if (domains) {
    if (!isAllowed(domain, domains)) return 'Outside your domain.';
    // A mailbox can have any number of addresses with `+`. They are refused so that a mailbox in a permitted domain gives only
    // one account.
    return email.slice(0, at).includes('+') ? 'Email addresses containing + are not allowed.' : undefined;
  }
  return disposable && isDisposable(domain, disposable) ? 'Please use your real email address.' : undefined;
}

const isAllowed = (given: string, domains: readonly AllowedDomain[]): boolean =>
  domains.some(
    ({ domain, allowSubdomains }) => given === domain || (allowSubdomains && given.endsWith(`.${domain}`)),
  );

/** Returns whether the list contains the domain or one of its parent domains. */
function isDisposable(domain: string, disposable: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')));
}
