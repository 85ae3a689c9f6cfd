import { type Place, placeKey, type Store } from '@parley/client';

/** Returns the place with the newest unread message among those that `isWanted` accepts, except `present` and muted topics. */
export function nextUnread(
  { unread, channels }: Store,
  present: Place | undefined,
  isWanted: (place: Place) => boolean,
): Place | undefined {
  // The case of a topic may differ between its messages, so places are compared by their keys.
  const presentKey = present && placeKey(present);
  const isMuted = (place: Place) =>
    place.kind === 'topic' && channels.isTopicMuted(place.channelId, place.topic);
  const [next] = [...unread.places.values()]
    .filter(({ place }) => placeKey(place) !== presentKey && isWanted(place) && !isMuted(place))
    .sort((one, other) => other.newestId - one.newestId);
  return next?.place;
}
