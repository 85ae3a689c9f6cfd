/**
 * What the signed-in person may do, as far as this client knows. The server applies the same rules of `@parley/rules`,
 * and decides.
 */
import type { Channel, GroupSettingValue, Registration, Store } from '@parley/client';
import type { ChannelFacts, ChannelStanding } from '@parley/rules/channel-rights';
import { roles } from '@parley/rules/roles';

type RealmPermission = {
  [N in keyof Registration]-?: N extends `realm_${infer Name}_group` ? `${Name}_group` : never;
}[keyof Registration];

/** Returns the person for the rules. Until the account is known they have the rights of guests. */
export const selfOf = ({ people }: Store): { role: number } => people.self ?? { role: roles.guest };

/** Returns whether the person is in the group of a permission. */
export const holds = ({ groups, people }: Store, value: GroupSettingValue | undefined): boolean =>
  value !== undefined && groups.includes(value, people.selfId);

/** Returns whether the person has a permission of the organization. */
export const holdsInOrganization =
  (store: Store) =>
  (right: RealmPermission): boolean =>
    holds(store, store.fields.get(`realm_${right}`) as GroupSettingValue | undefined);

/** Returns the facts of a channel for the rules. */
export const factsOf = (channel: Channel): ChannelFacts => ({
  isPrivate: channel.invite_only,
  isWebPublic: channel.is_web_public,
  isArchived: channel.is_archived,
});

/** Returns the person's relation to a channel. */
export const standingIn = (store: Store, channel: Channel): ChannelStanding => ({
  isSubscribed: store.channels.isSubscribed(channel.stream_id),
  holds: (right) => holds(store, channel[right]),
});
