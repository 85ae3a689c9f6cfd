import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';

type Domain = { domain: string; allowSubdomains: boolean };

/** As the API and its events show it. */
export const presentDomain = ({ domain, allowSubdomains }: Domain) => ({
  domain,
  allow_subdomains: allowSubdomains,
});

/** `realm_domains` `add`, to everybody. */
export const domainAdded = (domain: Domain): Event =>
  domainEvent('added', { op: 'add', realm_domain: presentDomain(domain) });
/** `realm_domains` `change`, to everybody. */
export const domainChanged = (domain: Domain): Event =>
  domainEvent('changed', { op: 'change', realm_domain: presentDomain(domain) });
/** `realm_domains` `remove`, to everybody. */
export const domainRemoved = (domain: string): Event => domainEvent('removed', { op: 'remove', domain });

const domainEvent = (verb: string, fields: object): Event =>
  clientEvent(`user-admin.domain.${verb}`, everyone, { type: 'realm_domains', ...fields });
