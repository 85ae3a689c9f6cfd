import type { ChannelId, Store } from '@parley/client';
import { channelTabHref } from '../../router/channel-address.ts';
import { hrefOfRoute } from '../../router/router.ts';
import { channelHref, placeHref } from '../names.ts';
import type { Parley } from '../parley.tsx';

/** Values of the setting `web_channel_default_view`. The remaining one opens all messages. */
const views = { newestTopic: 1, topics: 3, newestUnreadTopic: 4 } as const;

/**
 * Returns the address that a channel's link opens: the list of its topics, one of them, or all of its messages. Undefined while its topics are
 * unknown.
 */
function hrefOf(store: Store, channelId: ChannelId): string | undefined {
  const view = store.settings.get<number>('web_channel_default_view') ?? views.newestTopic;
  const isShown = (topic: string) => !store.channels.isTopicMuted(channelId, topic);
  const topicHref = (topic: string) => placeHref(store, { kind: 'topic', channelId, topic });
  if (view === views.topics || store.settings.get('web_channel_opens_topics') === true)
    return channelTabHref('topics', channelId);
  if (view === views.newestUnreadTopic) {
    const unread = store.unread
      .topicsOf(channelId)
      .filter(({ place }) => place.kind === 'topic' && isShown(place.topic))
      .sort((one, other) => other.newestId - one.newestId);
    const [newest] = unread;
    return newest?.place.kind === 'topic' ? topicHref(newest.place.topic) : channelHref(store, channelId);
  }
  if (view !== views.newestTopic) return channelHref(store, channelId);
  const topics = store.topics.ofChannel.get(channelId);
  if (!topics) return undefined;
  const newest = topics.find(({ name }) => isShown(name));
  return newest ? topicHref(newest.name) : channelHref(store, channelId);
}

/**
 * Opens the view of a channel that the person chose in the settings: the list of its topics, its newest topic, its newest unread
 * topic, or all of its messages.
 */
export async function openChannel(parley: Parley, channelId: ChannelId): Promise<void> {
  const { store, connection } = parley;
  const before = hrefOfRoute(parley.router.route());
  if (hrefOf(store, channelId) === undefined) {
    // If the topics cannot be loaded, the channel opens with all of its messages.
    await connection.history.loadTopics(channelId).catch(() => undefined);
    // The person has opened another view since.
    if (hrefOfRoute(parley.router.route()) !== before) return;
  }
  parley.router.go(hrefOf(store, channelId) ?? channelHref(store, channelId));
}
