import type { Channel } from '@parley/directory';

/**
 * Returns a topic in the form of the audit log. The topic of a private channel is left out, because owners read the audit log,
 * who may not be subscribed.
 */
export const auditedPlace = (
  channel: Channel | undefined,
  topic: string,
): { channelId: number; topic?: string } | undefined =>
  channel && { channelId: channel.channelId, ...(!channel.inviteOnly && { topic }) };
