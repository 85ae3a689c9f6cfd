import type { Channel } from '@parley/facts';
import type { ChannelId } from '@parley/rules';

/** Without the topic of a private channel: owners, who read the log, may not be subscribed. */
export const auditedPlace = (
  channel: Channel | undefined,
  topic: string,
): { channelId: ChannelId; topic?: string } | undefined =>
  channel && { channelId: channel.channelId, ...(!channel.inviteOnly && { topic }) };
