/** Reads the fields that this service contributes to the register response, by fetch value. */
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { Members } from '@parley/registration';
import type { PeopleListCache } from './identity/accounts/people-list.ts';
import { identityFields } from './identity/register/index.ts';
import { type FieldReaders, type RegisterRequest, readOwnSettings } from './kernel/register.ts';
import { organizationFields } from './organization/register.ts';
import { presenceFields } from './presence/register.ts';
import type { PresenceTracker } from './presence/tracking/presence-tracker.ts';

/** Returns the readers of all modules, by fetch value. */
export const registerFields = ({
  presence,
  peopleLists,
}: {
  presence: PresenceTracker;
  peopleLists: PeopleListCache;
}): FieldReaders => ({
  ...organizationFields,
  ...presenceFields(presence),
  ...identityFields(peopleLists),
});

/** Reads the fields of the requested fetch values. It ignores fetch values of other services. */
export async function readFields(
  readers: FieldReaders,
  request: RegisterRequest,
  fetchTypes: readonly string[],
): Promise<Members> {
  const members: Members = new Map();
  const wanted = [...new Set(fetchTypes)].filter((type) => Object.hasOwn(readers, type));
  // The statements of all readers go to the database together.
  const [own, ...read] = await Promise.all([
    request.caller && readOwnSettings(request),
    ...wanted.map((type) => readers[type]!(request)),
  ]);
  for (const fields of read) {
    for (const [name, value] of Object.entries(fields)) members.set(name, value);
  }
  // Clients expect this field whatever they request.
  if (own) members.set('receives_typing_notifications', own.receives_typing_notifications);
  return members;
}

/**
 * Returns the caller's notification settings, which apply to channels where the caller set none. Only clients that do
 * not accept null for such channels need them; for other clients it returns undefined.
 */
export async function readChannelNotifications(
  request: RegisterRequest,
): Promise<ChannelNotifications | undefined> {
  if (!request.caller || request.capabilities.has('notification_settings_null')) return undefined;
  const settings = await readOwnSettings(request);
  return {
    desktop: settings.enable_stream_desktop_notifications === true,
    email: settings.enable_stream_email_notifications === true,
    push: settings.enable_stream_push_notifications === true,
    audible: settings.enable_stream_audible_notifications === true,
    wildcardMentions: settings.wildcard_mentions_notify === true,
  };
}
