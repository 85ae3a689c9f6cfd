import type { AllowedDomain } from '@parley/api';
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';

type Domain = { domain: string; allowSubdomains: boolean };

/** Returns a domain as the API and its events show it. */
export const presentDomain = ({ domain, allowSubdomains }: Domain): AllowedDomain => ({
  domain,
  allow_subdomains: allowSubdomains,
});

/** A domain was allowed; for everybody. */
export const domainAdded = (domain: Domain): Event =>
  domainEvent('added', { op: 'add', realm_domain: presentDomain(domain) });
/** A domain was changed; for everybody. */
export const domainChanged = (domain: Domain): Event =>
  domainEvent('changed', { op: 'change', realm_domain: presentDomain(domain) });
/** A domain was removed; for everybody. */
export const domainRemoved = (domain: string): Event => domainEvent('removed', { op: 'remove', domain });

const domainEvent = (verb: string, fields: object): Event =>
  clientEvent(`user-admin.domain.${verb}`, everyone, { type: 'realm_domains', ...fields });
