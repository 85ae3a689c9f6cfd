import type { Group } from '@parley/proto/events/v1/facts';
import { effectiveOrganizationSettings, type OrganizationSettings, systemGroupIds } from '@parley/settings';

/** A pattern of text that becomes a link. */
export type Linkifier = { id: number; pattern: string; urlTemplate: string };

/** A custom emoji of the organization. */
export type OwnEmoji = { id: string; name: string; url: string };

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
export function parseOrganization({
  settingsJson,
  isDeactivated,
}: {
  settingsJson: Uint8Array;
  isDeactivated: boolean;
}): SentOrganization {
  const { linkifiers, emoji, authentication_methods, ...settings } = JSON.parse(
    Buffer.from(settingsJson).toString(),
  ) as Record<string, unknown>;
  return {
    settings: { ...settings, authentication_methods: methodsOf(authentication_methods) },
    linkifiers: linkifiersOf(linkifiers),
    emoji: emojiOf(emoji),
    isDeactivated,
  };
}

/** Returns the organization with the effective value of every setting: the value that was sent, or its default. */
export function organizationInForce(sent: SentOrganization, groups: Iterable<Group>): Organization {
  const rows = Array.from(groups, ({ groupId, rule }) => ({ group_id: groupId, rule }));
  return { ...sent, settings: effectiveOrganizationSettings(sent.settings, systemGroupIds(rows)) };
}

/** Clients receive `{"Email": {"enabled": true, "available": true}}`, while the setting is `{"Email": true}`. */
const methodsOf = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, { enabled: boolean }>).map(([name, { enabled }]) => [
      name,
      enabled,
    ]),
  );

function linkifiersOf(value: unknown): Organization['linkifiers'] {
  const rows = (value ?? []) as { id: number; pattern: string; url_template: string }[];
  return rows.map(({ id, pattern, url_template }) => ({ id, pattern, urlTemplate: url_template }));
}

function emojiOf(value: unknown): Organization['emoji'] {
  const rows = (value ?? []) as OwnEmoji[];
  return new Map(rows.map((emoji) => [emoji.name, emoji]));
}
