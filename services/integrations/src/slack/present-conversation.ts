import type { Channel } from '@parley/facts';
import { channelRef, directRef, userRef } from '../domain/slack/slack-ids.ts';

/** Returns a channel as programs in Slack's form know it. */
export const presentChannel = (channel: Channel, isMember: boolean) => ({
  id: channelRef(channel.channelId),
  name: channel.name,
  name_normalized: channel.name,
  is_channel: true,
  is_group: false,
  is_im: false,
  is_mpim: false,
  is_private: channel.inviteOnly,
  is_archived: channel.isArchived,
  is_general: false,
  is_member: isMember,
  created: channel.createdAt,
  creator: userRef(channel.creatorId),
  topic: { value: '', creator: '', last_set: 0 },
  purpose: { value: channel.description, creator: '', last_set: 0 },
});

/** Returns a direct conversation of the bot. @param others the members without the bot */
export const presentDirect = (others: readonly number[]) => ({
  id: directRef(others),
  is_channel: false,
  is_im: others.length === 1,
  is_mpim: others.length > 1,
  is_private: true,
  is_archived: false,
  ...(others.length === 1 && { user: userRef(others[0] ?? 0) }),
});
