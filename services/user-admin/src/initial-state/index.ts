/** Register's initial data: which fetch value brings which of this service's fields (register.json). */
import type { Tx } from '@parley/db';
import { listGroups, listSystemGroupMembers } from '../db/groups.ts';
import type { Realm } from '../db/realm.ts';
import { findUserSettings } from '../db/user-settings.ts';
import type { Members } from '../domain/json-object.ts';
import type { Person } from '../domain/person.ts';
import { presentGroup } from '../domain/present-group.ts';
import { realmFields } from '../domain/realm-fields.ts';
import { effectiveUserSettings, userSettingChoices } from '../domain/user-settings.ts';
import { readBots, readPeople } from './people.ts';

/** What reading needs; everything is read in `tx`. */
export type StateReader = {
  tx: Tx;
  /** Undefined for a spectator. */
  caller: Person | undefined;
  realm: Realm;
  clientGravatar: boolean;
  /** `client_capabilities` that are true. */
  capabilities: ReadonlySet<string>;
  signal: AbortSignal;
};

type Fields = Record<string, unknown>;
type ReadFields = (reader: StateReader) => Fields | Promise<Fields>;

/** Kinds of custom profile fields, as clients are told (contract). */
const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

/** By fetch value. What nobody has defined in this organization is empty. */
const readers: Readonly<Record<string, ReadFields>> = {
  realm: ({ realm }) => realmFields(realm),
  realm_user: readPeople,
  realm_bot: readBots,
  realm_user_groups: readGroups,
  user_settings: readUserSettings,
  realm_user_settings_defaults: ({ realm }) => ({
    realm_user_settings_defaults: {
      ...effectiveUserSettings(realm.userSettingsDefaults),
      ...userSettingChoices,
    },
  }),
  alert_words: () => ({ alert_words: [] }),
  custom_profile_fields: () => ({
    custom_profile_fields: [],
    custom_profile_field_types: profileFieldTypes,
  }),
  giphy: () => ({ giphy_api_key: '' }),
  muted_users: () => ({ muted_users: [] }),
  navigation_views: () => ({ navigation_views: [] }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  presence: () => ({ presences: {}, presence_last_update_id: -1, server_timestamp: Date.now() / 1000 }),
  push_device: () => ({ push_devices: {} }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_domains: () => ({ realm_domains: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_emoji: () => ({ realm_emoji: {} }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  realm_linkifiers: () => ({ realm_linkifiers: [] }),
  realm_playgrounds: () => ({ realm_playgrounds: [] }),
  stop_words: () => ({ stop_words: [] }),
  user_status: () => ({ user_status: {} }),
  video_calls: () => ({ has_zoom_token: false }),
};

/** Fetch values that this service answers. */
export const ownFetchTypes: readonly string[] = Object.keys(readers);

/** The fields of the wanted fetch values; values of other owners are ignored. */
export async function readFields(reader: StateReader, fetchTypes: readonly string[]): Promise<Members> {
  const members: Members = new Map();
  for (const type of new Set(fetchTypes)) {
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
    if (!read) continue;
    for (const [name, value] of Object.entries(await read(reader))) members.set(name, value);
  }
  // Not gated by a fetch value (register.json): whether typing notices are wanted, which clients ask for always.
  if (reader.caller)
    members.set('receives_typing_notifications', (await settingsOf(reader)).receives_typing_notifications);
  return members;
}

async function settingsOf({ tx, caller, realm }: StateReader): Promise<Fields> {
  const own = caller ? await findUserSettings(tx, caller.userId) : {};
  return effectiveUserSettings(own, realm.userSettingsDefaults);
}

async function readUserSettings(reader: StateReader): Promise<Fields> {
  const { caller } = reader;
  return {
    user_settings: {
      ...(await settingsOf(reader)),
      ...(caller && {
        timezone: caller.timezone,
        email_address_visibility: caller.emailAddressVisibility,
      }),
      ...userSettingChoices,
    },
  };
}

/** Spectators see which groups there are, not who is in them. */
async function readGroups({ tx, caller, realm, capabilities }: StateReader): Promise<Fields> {
  const groups = await listGroups(tx);
  const members = caller ? await listSystemGroupMembers(tx, realm.settings.waiting_period_threshold) : {};
  return {
    realm_user_groups: groups
      .filter(
        (group) =>
          (caller || group.rule !== '') &&
          (!group.isDeactivated || capabilities.has('include_deactivated_groups')),
      )
      .map((group) => presentGroup(group, realm.systemGroups, members)),
  };
}
