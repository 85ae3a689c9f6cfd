import type { Place } from '@parley/client';
import type { Parley } from '../../model/parley.tsx';

/** Number of latest messages of a topic whose senders are suggested first. */
const maxRecent = 50;

/** Returns the people to suggest first: the participants of a direct conversation, or the last senders in the visible topic. */
export function nearbyPeople(
  { store, connection }: Parley,
  place: Place | undefined,
  isHere: boolean,
): ReadonlySet<number> {
  if (place?.kind === 'direct') return new Set(place.userIds);
  if (!place || !isHere) return new Set();
  const { newestRange } = connection.history.list([
    { operator: 'channel', operand: place.channelId },
    { operator: 'topic', operand: place.topic },
  ]);
  const last = newestRange?.ids.slice(-maxRecent) ?? [];
  return new Set(last.flatMap((id) => store.messages.known.get(id)?.sender_id ?? []));
}
