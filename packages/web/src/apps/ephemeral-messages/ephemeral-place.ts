import { directPlace, type Place, type UserId } from '@parley/client';
import type { Ephemeral } from '../app-events.ts';

/** Returns the conversation in which a message for one person is shown. */
export const placeOfEphemeral = (
  { type, stream_id: channelId, topic, user_ids: userIds }: Ephemeral,
  selfId: UserId,
): Place =>
  type === 'stream' && channelId !== undefined
    ? { kind: 'topic', channelId, topic: topic ?? '' }
    : directPlace(userIds ?? [], selfId);
