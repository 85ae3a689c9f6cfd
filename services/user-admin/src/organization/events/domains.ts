import type { AllowedDomain } from '@parley/api';
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';

type Domain = { domain: string; allowSubdomains: boolean };

export const presentDomain = ({ domain, allowSubdomains }: Domain): AllowedDomain => ({
  domain,
  allow_subdomains: allowSubdomains,
});

export const domainAdded = (domain: Domain): Event =>
  domainEvent('added', { type: 'realm_domains', op: 'add', realm_domain: presentDomain(domain) });
export const domainChanged = (domain: Domain): Event =>
  domainEvent('changed', { type: 'realm_domains', op: 'change', realm_domain: presentDomain(domain) });
/** Builds the event for a domain that is not permitted any more. It goes to everybody. */
export const domainRemoved = (domain: string): Event =>
  domainEvent('removed', { type: 'realm_domains', op: 'remove', domain });

const domainEvent = (
  verb: 'added' | 'changed' | 'removed',
  event: ClientEvent<`realm_domains/${'add' | 'change' | 'remove'}`>,
): Event => clientEvent(`user-admin.domain.${verb}`, everyone, event);
