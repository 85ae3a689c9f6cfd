import type { Place, Store } from '@parley/client';
import { type ChannelId, foldCase } from '@parley/client';

/** Returns all topics that this client knows: topics with unread messages, listed topics, and topics of loaded messages. */
export function knownTopics(store: Store): (Place & { kind: 'topic' })[] {
  const found = new Map<string, Place & { kind: 'topic' }>();
  const add = (channelId: ChannelId, topic: string) => {
    const key = `${channelId} ${foldCase(topic)}`;
    if (!found.has(key)) found.set(key, { kind: 'topic', channelId, topic });
  };
  for (const { place } of store.unread.places.values()) {
    if (place.kind === 'topic') add(place.channelId, place.topic);
  }
  for (const [channelId, topics] of store.topics.ofChannel.entries()) {
    for (const { name } of topics) add(channelId, name);
  }
  for (const { stream_id: id, subject } of store.messages.known.values()) {
    if (id !== undefined) add(id, subject);
  }
  return [...found.values()];
}
