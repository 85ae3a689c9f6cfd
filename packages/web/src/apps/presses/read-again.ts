import type { Parley } from '../../model/parley.tsx';
import type { Container } from '../block-parts/shapes.ts';

/** Milliseconds after which a message is read again: an app that answers by the Web API changes it a moment after the press. */
const readAgainAfterMs = [0, 2_000];

/** Reads a message again after a press, because there are no events of channels to which the person is not subscribed. */
export function readAgain({ store }: Parley, { message_id: id }: Container): void {
  const channelId = id === undefined ? undefined : store.messages.known.get(id)?.stream_id;
  if (id === undefined || channelId === undefined || store.channels.isSubscribed(channelId)) return;
  for (const ms of readAgainAfterMs) setTimeout(() => store.messages.onMissing([id]), ms);
}
