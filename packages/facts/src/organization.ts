import type { Group } from '@parley/proto/events/v1/facts';
import {
  effectiveOrganizationSettings,
  fromOrganizationFacts,
  type Linkifier,
  type OrganizationSettings,
  type OwnEmoji,
  type SentFacts,
  systemGroupIds,
} from '@parley/settings';

export type Organization = {
  settings: OrganizationSettings;
  /** Linkifiers (patterns that become links) in the order in which they are applied. */
  linkifiers: readonly Linkifier[];
  /** The organization's emoji by name, except deactivated ones. */
  emoji: ReadonlyMap<string, OwnEmoji>;
  /** Whether an operator has deactivated the organization. Then clients get no service, and jobs pause. */
  isDeactivated: boolean;
};

/** The organization in the form in which the service that stores it sends it. An earlier release leaves out newer settings. */
export type SentOrganization = Omit<Organization, 'settings'> & {
  settings: Readonly<Record<string, unknown>>;
};

/** Decodes the organization from the fact `OrganizationChanged` or the answer of `GetOrganization`. */
export function parseOrganization(sent: SentFacts & { isDeactivated: boolean }): SentOrganization {
  const { settings, linkifiers, emoji } = fromOrganizationFacts(sent);
  return {
    settings,
    linkifiers,
    emoji: new Map(emoji.map((each) => [each.name, each])),
    isDeactivated: sent.isDeactivated,
  };
}

/** Sent values, or else defaults. @param groups all groups; the defaults refer to system groups */
export function organizationInForce(sent: SentOrganization, groups: Iterable<Group>): Organization {
  const rows = Array.from(groups, ({ groupId, rule }) => ({ group_id: groupId, rule }));
  return { ...sent, settings: effectiveOrganizationSettings(sent.settings, systemGroupIds(rows)) };
}
