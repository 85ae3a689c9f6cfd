/** Follows a topic when it is renamed, resolved or moved, so that readers keep seeing its messages. */
import { onCleanup } from 'solid-js';
import { composeTo } from '../compose/target.ts';
import { placeOfNarrow, replaceRoute, route } from '../router.ts';
import { placeHref } from './names.ts';
import type { Parley } from './parley.tsx';

/** When the visible topic gets a new name or channel, shows it there, and moves the unsent text too. */
export function followMovedTopic({ store, connection }: Parley): void {
  const stop = connection.onEvent((event) => {
    if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return;
    const {
      stream_id: from,
      new_stream_id: to = from,
      orig_subject: before,
      subject: after = before,
    } = event;
    const present = route();
    const place = present.view === 'messages' ? placeOfNarrow(present.narrow) : undefined;
    if (place?.kind !== 'topic' || before === undefined || after === undefined || to === undefined) return;
    if (place.channelId !== from || place.topic.toLowerCase() !== before.toLowerCase()) return;
    // A reader who may not know the former place receives a move from the topic to itself.
    if (to === from && after === before) return;
    if (!store.channels.channels.has(to)) return;
    const target = { kind: 'topic', channelId: to, topic: after } as const;
    const unsent = takeUnsentText();
    replaceRoute(placeHref(store, target, present.view === 'messages' ? present.near : undefined));
    if (unsent !== '') setTimeout(() => composeTo({ place: target, insert: unsent }));
  });
  onCleanup(stop);
}

/** Empties the compose box, so that no draft remains in the old topic. Returns the text. */
function takeUnsentText(): string {
  const field = document.querySelector<HTMLTextAreaElement>('#compose-message');
  if (!field || field.value === '') return '';
  const text = field.value;
  field.value = '';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return text;
}
