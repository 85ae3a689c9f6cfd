/** Computed with the rules of `@parley/rules`, which the server applies, too, and which has the final say. */
import type { Channel, GroupSettingValue, Registration, Store } from '@parley/client';
import type { ChannelFacts, ChannelStanding } from '@parley/rules/channel-rights';
import { roles } from '@parley/rules/roles';

type RealmPermission = {
  [N in keyof Registration]-?: N extends `realm_${infer Name}_group` ? `${Name}_group` : never;
}[keyof Registration];

/** Returns the signed-in person as input of the rules. While the account is unknown, the role is that of a guest. */
export const selfOf = ({ people }: Store): { role: number } => people.self ?? { role: roles.guest };

export const holds = ({ groups, people }: Store, value: GroupSettingValue | undefined): boolean =>
  value !== undefined && groups.includes(value, people.selfId);

/** Returns a function that says whether the person has a permission of the organization. */
export const holdsInOrganization =
  (store: Store) =>
  (right: RealmPermission): boolean =>
    holds(store, store.fields.get(`realm_${right}`));

/** Returns the properties of a channel that the rules need. */
export const factsOf = (channel: Channel): ChannelFacts => ({
  isPrivate: channel.invite_only,
  isWebPublic: channel.is_web_public,
  isArchived: channel.is_archived,
});

/** Returns the signed-in person's relation to a channel, as input of the rules. */
export const standingIn = (store: Store, channel: Channel): ChannelStanding => ({
  isSubscribed: store.channels.isSubscribed(channel.stream_id),
  holds: (right) => holds(store, channel[right]),
});
