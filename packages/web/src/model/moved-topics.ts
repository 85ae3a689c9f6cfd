/** Follows a topic when it is renamed, resolved or moved: the view, the compose box and the drafts of the topic. */
import { type Place, placeKey, wholeMoveOf } from '@parley/client';
import { onCleanup } from 'solid-js';
import { placeOfNarrow, replaceRoute, route } from '../router/router.ts';
import { presentBox } from './compose-target.ts';
import { moveDraft } from './drafts.ts';
import { placeHref } from './names.ts';
import type { Parley } from './parley.tsx';
import { continueReading } from './scroll-positions.ts';

/** Follows topics that move while the client is open. */
export function followMovedTopics(parley: Parley): void {
  const { store, connection } = parley;
  const stop = connection.onEvent((event) => {
    const move = event.type === 'update_message' ? wholeMoveOf(event) : undefined;
    if (move?.to.kind === 'topic' && store.channels.channels.has(move.to.channelId)) {
      followMove(parley, move.from, move.to);
    }
  });
  onCleanup(stop);
}

/** Makes the view, the compose box and the draft of a place follow its messages to another place. */
export function followMove(parley: Parley, from: Place, to: Place): void {
  const isWritten = presentBox()?.follow(from, to) ?? false;
  // The compose box moves the draft of its own text.
  if (!isWritten) void moveDraft(parley, from, to);
  const present = route();
  if (present.view !== 'messages') return;
  const shown = placeOfNarrow(present.narrow);
  if (shown && placeKey(shown) === placeKey(from)) {
    continueReading(placeKey(to));
    replaceRoute(placeHref(parley.store, to, present.near));
  }
}
