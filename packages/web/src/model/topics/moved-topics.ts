/** Follows a topic when it is renamed, resolved or moved: the view, its dialog, the compose box and the drafts of the topic. */
import { type Place, placeKey, type Store, topicKey, type WholeMove, wholeMoveOf } from '@parley/client';
import { onCleanup } from 'solid-js';
import { placeOfNarrow } from '../../router/router.ts';
import { moveDraft } from '../drafts/drafts.ts';
import { placeHref } from '../names.ts';
import type { Parley } from '../parley.tsx';

/** Follows topics that move while the client is open. */
export function followMovedTopics(parley: Parley): void {
  const { store, connection } = parley;
  const stop = connection.onEvent((event) => {
    if (event.type !== 'update_message') return;
    const move = wholeMoveOf(event);
    if (move && store.channels.channels.has(move.to.channelId)) {
      followMove(parley, move.from, move.to, isTopicOfOthers(store, move, event.message_ids));
    }
  });
  onCleanup(stop);
}

/** Returns whether a topic has messages besides those that were just moved there, as far as this client knows. */
function isTopicOfOthers(store: Store, { from, to }: WholeMove, moved: readonly number[]): boolean {
  const key = placeKey(to);
  const { channelId } = to;
  if (store.topics.movedTo(from.channelId, from.topic)?.isIntoOthers) return true;
  for (const { id, stream_id, subject } of store.messages.known.values()) {
    if (stream_id !== channelId || moved.includes(id)) continue;
    if (topicKey(channelId, subject) === key) return true;
  }
  return false;
}

/**
 * Makes the view, its dialog, the compose box and the draft of a place follow its messages to another place.
 * @param isMerged whether the other place may have had messages before
 */
export function followMove(parley: Parley, from: Place, to: Place, isMerged = true): void {
  const isWritten = parley.composing.box()?.follow(from, to) ?? false;
  // The compose box moves the draft of its own text.
  if (!isWritten) void moveDraft(parley, from, to);
  parley.dialogs.follow(from, to, isMerged);
  const present = parley.router.route();
  if (present.view !== 'messages') return;
  const shown = placeOfNarrow(present.narrow, parley.store.people.selfId);
  if (shown && placeKey(shown) === placeKey(from)) {
    parley.positions.continueReading(placeKey(to));
    parley.router.replace(placeHref(parley.store, to, present.near));
  }
}
