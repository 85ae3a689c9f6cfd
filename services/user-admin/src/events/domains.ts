import type { Event } from '@parley/proto/events/v1/event';
import { clientEvent, everyone } from './client-event.ts';

type Domain = { domain: string; allowSubdomains: boolean };

/** As the API and its events show it. */
export const presentDomain = ({ domain, allowSubdomains }: Domain) => ({
  domain,
  allow_subdomains: allowSubdomains,
});

export const domainAdded = (domain: Domain): Event =>
  domainEvent('added', { op: 'add', realm_domain: presentDomain(domain) });
export const domainChanged = (domain: Domain): Event =>
  domainEvent('changed', { op: 'change', realm_domain: presentDomain(domain) });
export const domainRemoved = (domain: string): Event => domainEvent('removed', { op: 'remove', domain });

const domainEvent = (verb: string, fields: object): Event =>
  clientEvent(`user-admin.domain.${verb}`, everyone, { type: 'realm_domains', ...fields });
