/** Decides which addresses an organization accepts. Does no I/O. */
import type { PlainErrorText } from '@parley/core';
import { domainKey } from '../../organization/domain/domain-names.ts';

type AllowedDomain = { domain: string; allowSubdomains: boolean };

export type AddressFacts = {
  /** The accepted domains; undefined when all are accepted. */
  domains: readonly AllowedDomain[] | undefined;
  /** Domains of disposable mailboxes; undefined when the organization accepts them. */
  disposable: ReadonlySet<string> | undefined;
};

/**
 * Returns the reason for refusing an address, as a sentence for its owner; undefined when the organization accepts it.
 */
export function refusalOfAddress(
  email: string,
  { domains, disposable }: AddressFacts,
): PlainErrorText | undefined {
  const at = email.lastIndexOf('@');
  const domain = domainKey(email.slice(at + 1));
  if (domains) {
    if (!isAllowed(domain, domains)) return 'Outside your domain.';
    // A mailbox has any number of addresses with `+`, but the restriction to domains is meant to allow one account per
    // mailbox.
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
