/** Decides which addresses an organization accepts. No I/O. */
import { domainKey } from '../../organization/domain/domain-names.ts';

type AllowedDomain = { domain: string; allowSubdomains: boolean };

export type AddressFacts = {
  /** The accepted domains; undefined for all. */
  domains: readonly AllowedDomain[] | undefined;
  /** Domains of disposable mailboxes; undefined where those are accepted. */
  disposable: ReadonlySet<string> | undefined;
};

/** Returns why an address is not accepted, in words for its owner; undefined for an accepted one. */
export function objectionTo(email: string, { domains, disposable }: AddressFacts): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = domainKey(email.slice(at + 1));
  if (domains) {
    if (!isAllowed(domain, domains)) return 'Outside your domain.';
    // With `+` one mailbox has any number of addresses, and the restriction is for one account a mailbox.
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
