/** Which addresses people may have in an organization. No I/O. */
import { domainKey } from '../../organization/domain/domain-names.ts';

type AllowedDomain = { domain: string; allowSubdomains: boolean };

export type AddressFacts = {
  /** Of these domains only; undefined for any. */
  domains: readonly AllowedDomain[] | undefined;
  /** Domains of mailboxes that are thrown away; undefined where they do not matter. */
  disposable: ReadonlySet<string> | undefined;
};

/** What speaks against an address, as its person reads it; undefined for nothing. */
export function objectionTo(email: string, { domains, disposable }: AddressFacts): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = domainKey(email.slice(at + 1));
  if (domains) {
    if (!isAllowed(domain, domains)) return 'Outside your domain.';
    // One mailbox has many such addresses: a domain's owner gives out people's own.
    return email.slice(0, at).includes('+') ? 'Email addresses containing + are not allowed.' : undefined;
  }
  return disposable && isDisposable(domain, disposable) ? 'Please use your real email address.' : undefined;
}

const isAllowed = (given: string, domains: readonly AllowedDomain[]): boolean =>
  domains.some(
    ({ domain, allowSubdomains }) => given === domain || (allowSubdomains && given.endsWith(`.${domain}`)),
  );

/** A domain, or one above it. */
function isDisposable(domain: string, disposable: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')));
}
