import type { Channel } from '@parley/directory';

/** Without the topic of a private channel: owners, who read the log, may not be subscribed. */
export const auditedPlace = (
  channel: Channel | undefined,
  topic: string,
): { channelId: number; topic?: string } | undefined =>
  channel && { channelId: channel.channelId, ...(!channel.inviteOnly && { topic }) };
