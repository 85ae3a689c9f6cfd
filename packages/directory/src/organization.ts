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

/** The facts about the organization that services cache. */
export type Organization = {
  settings: OrganizationSettings;
  /** Linkifiers in the order in which they apply. */
  linkifiers: readonly Linkifier[];
  /** Emoji that are not deactivated, by name. */
  emoji: ReadonlyMap<string, OwnEmoji>;
  /** An operator deactivated it: clients are not served, and jobs pause. */
  isDeactivated: boolean;
};

/** The organization as its owner sends it. An owner of another release may omit settings. */
export type SentOrganization = Omit<Organization, 'settings'> & {
  settings: Readonly<Record<string, unknown>>;
};

/** Reads OrganizationChanged and the answer of GetOrganization. */
export function parseOrganization(sent: SentFacts & { isDeactivated: boolean }): SentOrganization {
  const { settings, linkifiers, emoji } = fromOrganizationFacts(sent);
  return {
    settings,
    linkifiers,
    emoji: new Map(emoji.map((each) => [each.name, each])),
    isDeactivated: sent.isDeactivated,
  };
}

/** Returns the organization with the effective value of every setting: the value that was sent, or its default. */
export function organizationInForce(sent: SentOrganization, groups: Iterable<Group>): Organization {
  const rows = Array.from(groups, ({ groupId, rule }) => ({ group_id: groupId, rule }));
  return { ...sent, settings: effectiveOrganizationSettings(sent.settings, systemGroupIds(rows)) };
}
