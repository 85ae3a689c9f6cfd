/** Register's initial data: which fetch value brings which of this service's fields (register.json). */
import type { Tx } from '@parley/db';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import { effectiveUserSettings, userSettingChoices } from '@parley/settings';
import { listGroups } from './organization/db/groups.ts';
import type { Realm } from './kernel/db/realm.ts';
import { findUserSettings } from './kernel/db/user-settings.ts';
import type { Members } from './kernel/domain/json-object.ts';
import { displaySettings, notificationSettings } from './identity/domain/legacy-settings.ts';
import type { Person } from './kernel/domain/person.ts';
import { realmFields } from './organization/domain/realm-fields.ts';
import { shownGroups } from './organization/groups/visible-groups.ts';
import type { PresenceKeeper } from './presence/board/presence-keeper.ts';
import {
  readDomains,
  readEmoji,
  readLinkifiers,
  readPlaygrounds,
  readProfileFields,
  readUserSettingsDefaults,
} from './organization/register.ts';
import { readBots, readPeople } from './identity/register-people.ts';
import {
  readAlertWords,
  readMutedUsers,
  readNavigationViews,
  readOnboardingSteps,
  readPresences,
  readUserStatuses,
} from './identity/register-personal.ts';

/** What reading needs; everything is read in `tx`. */
export type StateReader = {
  tx: Tx;
  /** Undefined for a spectator. */
  caller: Person | undefined;
  realm: Realm;
  /** Whom the caller shares something with, where they see nobody else; undefined for everybody. */
  shares: ReadonlySet<number> | undefined;
  clientGravatar: boolean;
  /** `client_capabilities` that are true. */
  capabilities: ReadonlySet<string>;
  /** Presence by user ID instead of by address. */
  slimPresence: boolean;
  /** Days of presence that are told. */
  presenceHistoryDays: number;
  presence: Pick<PresenceKeeper, 'everybody'>;
  signal: AbortSignal;
};

type Fields = Record<string, unknown>;
type ReadFields = (reader: StateReader) => Fields | Promise<Fields>;

/** By fetch value. What nobody has defined in this organization is empty. */
const readers: Readonly<Record<string, ReadFields>> = {
  realm: ({ realm }) => realmFields(realm),
  realm_user: readPeople,
  realm_bot: readBots,
  realm_user_groups: readGroups,
  user_settings: readUserSettings,
  realm_user_settings_defaults: readUserSettingsDefaults,
  alert_words: readAlertWords,
  custom_profile_fields: readProfileFields,
  giphy: () => ({ giphy_api_key: '' }),
  muted_users: readMutedUsers,
  navigation_views: readNavigationViews,
  onboarding_steps: readOnboardingSteps,
  presence: readPresences,
  push_device: () => ({ push_devices: {} }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_domains: readDomains,
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_emoji: readEmoji,
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  realm_linkifiers: readLinkifiers,
  realm_playgrounds: readPlaygrounds,
  stop_words: () => ({ stop_words: [] }),
  update_display_settings: olderFields(displaySettings),
  update_global_notifications: olderFields(notificationSettings),
  user_status: readUserStatuses,
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

/** What holds where the caller set nothing for a channel, for clients that know no null there. */
export async function readChannelNotifications(
  reader: StateReader,
): Promise<ChannelNotifications | undefined> {
  if (!reader.caller || reader.capabilities.has('notification_settings_null')) return undefined;
  const settings = await settingsOf(reader);
  return {
    desktop: settings.enable_stream_desktop_notifications === true,
    email: settings.enable_stream_email_notifications === true,
    push: settings.enable_stream_push_notifications === true,
    audible: settings.enable_stream_audible_notifications === true,
    wildcardMentions: settings.wildcard_mentions_notify === true,
  };
}

async function settingsOf({ tx, caller }: StateReader): Promise<Fields> {
  return effectiveUserSettings(caller ? await findUserSettings(tx, caller.userId) : {});
}

async function readUserSettings(reader: StateReader): Promise<Fields> {
  return { user_settings: await ownSettings(reader) };
}

async function ownSettings(reader: StateReader): Promise<Fields> {
  const { caller } = reader;
  return {
    ...(await settingsOf(reader)),
    ...(caller && {
      timezone: caller.timezone,
      email_address_visibility: caller.emailAddressVisibility,
    }),
    ...userSettingChoices,
  };
}

/** Personal settings beside each other instead of in `user_settings`, as the terminal client reads them. */
function olderFields(names: readonly string[]): ReadFields {
  return async (reader) => {
    const settings = await ownSettings(reader);
    return Object.fromEntries(names.map((name) => [name, settings[name]]));
  };
}

/** Spectators hear of system groups alone. */
async function readGroups({ tx, caller, realm, capabilities }: StateReader): Promise<Fields> {
  const groups = (await listGroups(tx)).filter(
    (group) =>
      (caller || group.rule !== '') &&
      (!group.isDeactivated || capabilities.has('include_deactivated_groups')),
  );
  return { realm_user_groups: await shownGroups(tx, realm, caller, groups) };
}
