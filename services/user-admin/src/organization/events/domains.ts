import type { AllowedDomain } from '@parley/api';
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';

type Domain = { domain: string; allowSubdomains: boolean };

/** Returns a domain in the form of the API and its events. */
export const presentDomain = ({ domain, allowSubdomains }: Domain): AllowedDomain => ({
  domain,
  allow_subdomains: allowSubdomains,
});

/** Builds the event for a domain that is permitted from now on. It goes to everybody. */
export const domainAdded = (domain: Domain): Event =>
  domainEvent('added', { type: 'realm_domains', op: 'add', realm_domain: presentDomain(domain) });
/** Builds the event for a changed domain. It goes to everybody. */
export const domainChanged = (domain: Domain): Event =>
  domainEvent('changed', { type: 'realm_domains', op: 'change', realm_domain: presentDomain(domain) });
/** Builds the event for a domain that is not permitted any more. It goes to everybody. */
export const domainRemoved = (domain: string): Event =>
  domainEvent('removed', { type: 'realm_domains', op: 'remove', domain });

const domainEvent = (
  verb: 'added' | 'changed' | 'removed',
  event: ClientEvent<`realm_domains/${'add' | 'change' | 'remove'}`>,
): Event => clientEvent(`user-admin.domain.${verb}`, everyone, event);
