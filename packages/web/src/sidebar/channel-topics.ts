import { foldCase, type PlaceUnread, placeKey } from '@parley/client';
import { createEffect, createMemo, createSignal, untrack } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { TopicRows } from './topic-rows.ts';

/** Number of topics below a channel at first; below the open channel twice as many. */
export const maxTopics = 5;

/**
 * Returns the topics below a channel: those with unread messages, and of the open channel also recent ones; a few, until the person asks
 * for all. Call it inside a component.
 * @param unread is read again when messages of the channel arrive or are read
 */
export function useChannelTopics(
  id: number,
  props: { readonly isActive: boolean; readonly hasTopics: boolean },
  unread: () => unknown,
) {
  const { store, connection } = useParley();
  const recent = useEntry(store.topics.ofChannel, () => (props.isActive ? id : undefined));
  createEffect(() => {
    if (props.isActive && !store.topics.ofChannel.has(id)) {
      void connection.history.loadTopics(id).catch(() => undefined);
    }
  });
  const [showsAll, setShowsAll] = createSignal(false);
  const topics = createMemo(() => {
    unread();
    const names = new Map(
      store.unread.topicsOf(id).map(({ place }) => [foldCase(topicOf(place)), topicOf(place)]),
    );
    if (props.isActive) {
      for (const { name } of recent() ?? []) if (!names.has(foldCase(name))) names.set(foldCase(name), name);
    }
    return [...names.values()];
  });
  const listed = () => {
    if (!props.hasTopics) return 0;
    if (showsAll()) return topics().length;
    return props.isActive ? 2 * maxTopics : maxTopics;
  };
  const rows = new TopicRows((topic) => {
    const place = store.topics.movedTo(id, topic);
    return place?.channelId === id ? place.topic : undefined;
  });
  const unreadIn = (topic: string) =>
    store.unread.places.get(placeKey({ kind: 'topic', channelId: id, topic }))?.count ?? 0;
  return {
    rows: createMemo(() => {
      const names = topics().slice(0, listed());
      return untrack(() => rows.of(names));
    }),
    more: () => (props.hasTopics ? topics().length - listed() : 0),
    /** Number of unread messages in the topics that are not listed. */
    moreUnread() {
      unread();
      return topics()
        .slice(listed())
        .reduce((sum, topic) => sum + unreadIn(topic), 0);
    },
    showAll: () => setShowsAll(true),
  };
}

const topicOf = (place: PlaceUnread['place']): string => (place.kind === 'topic' ? place.topic : '');
