import { required, visitor } from '@parley/core';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { Members } from '@parley/registration';
import type { UserSettings } from '@parley/settings';
import { accountFields } from './accounts/fields/account-fields.ts';
import type { FieldReaders, RegisterRequest } from './kernel/field-readers.ts';
import { ownSettings } from './kernel/own-settings.ts';
import { organizationFields } from './organization/organization-fields.ts';
import type { PeopleListCache } from './people/people-list.ts';
import { presenceFields } from './presence/presence-fields.ts';
import type { PresenceTracker } from './presence/tracking/presence-tracker.ts';

/** Returns the functions that read fields, of all modules, by fetch value. */
export const registerFields = ({
  presence,
  peopleLists,
}: {
  presence: PresenceTracker;
  peopleLists: PeopleListCache;
}): FieldReaders => ({
  ...organizationFields,
  ...presenceFields(presence),
  ...accountFields(peopleLists),
});

export async function readFields(
  readers: FieldReaders,
  request: RegisterRequest,
  fetchTypes: readonly string[],
): Promise<Members> {
  const members: Members = new Map();
  const wanted = [...new Set(fetchTypes)].filter((type) => Object.hasOwn(readers, type));
  // Starts all reads at once, so that their statements are sent to the database together.
  const [own, ...read] = await Promise.all([
    request.reader === visitor ? undefined : request.tx.once(ownSettings),
    ...wanted.map((type) => required(readers[type], `reader of ${type}`)(request)),
  ]);
  for (const fields of read) {
    for (const [name, value] of Object.entries(fields)) members.set(name, value);
  }
  return own ? new Map([...members, ...always(own)]) : members;
}

/** Returns the fields that every person gets, whatever the client requests. */
export const always = (own: UserSettings): Members =>
  new Map([['receives_typing_notifications', own.receives_typing_notifications]]);

/** Reads the caller's notification settings for all channels (`channelNotificationsFor`). Undefined for visitors. */
export async function readChannelNotifications(
  request: RegisterRequest,
): Promise<ChannelNotifications | undefined> {
  const { tx, reader, capabilities } = request;
  if (reader === visitor || capabilities.has(nullSettings)) return undefined;
  return channelNotificationsFor([...capabilities], await tx.once(ownSettings));
}

const nullSettings = 'notification_settings_null';

/**
 * Returns a person's notification settings for all channels. Clients without the capability `notification_settings_null` get these values
 * in place of null for channels without own settings. Returns undefined for other clients.
 */
export function channelNotificationsFor(
  capabilities: readonly string[],
  settings: UserSettings,
): ChannelNotifications | undefined {
  if (capabilities.includes(nullSettings)) return undefined;
  return {
    desktop: settings.enable_stream_desktop_notifications === true,
    email: settings.enable_stream_email_notifications === true,
    push: settings.enable_stream_push_notifications === true,
    audible: settings.enable_stream_audible_notifications === true,
    wildcardMentions: settings.wildcard_mentions_notify === true,
  };
}
