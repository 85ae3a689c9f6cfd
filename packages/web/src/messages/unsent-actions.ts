/** Actions on a message that could not be sent. */
import type { OutgoingMessage } from '@parley/client';
import { t } from '../i18n/index.ts';
import { placeHref } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';

/** Moves the text of an unsent message into the compose box. */
export function editUnsent(parley: Parley, { localId, place, content }: OutgoingMessage): void {
  const { store } = parley;
  store.outbox.discard(localId);
  parley.router.go(placeHref(store, place));
  parley.composing.ask({ place, insert: content });
}

/** Discards an unsent message, and offers to undo that. */
export function discardUnsent(parley: Parley, message: OutgoingMessage): void {
  const { store, connection } = parley;
  store.outbox.discard(message.localId);
  parley.toasts.show(t('discarded'), { undo: () => connection.restore([message]) });
}
