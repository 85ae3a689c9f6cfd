/** Actions on a message that could not be sent. */
import type { OutgoingMessage } from '@parley/client';
import { t } from '../i18n/index.ts';
import { composeTo } from '../model/compose-target.ts';
import { placeHref } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { showToast } from '../model/toasts.ts';
import { go } from '../router/router.ts';

/** Moves the text of an unsent message into the compose box. */
export function editUnsent({ store }: Parley, { localId, place, content }: OutgoingMessage): void {
  store.outbox.discard(localId);
  go(placeHref(store, place));
  composeTo({ place, insert: content });
}

/** Discards an unsent message, and offers to undo that. */
export function discardUnsent({ store, connection }: Parley, message: OutgoingMessage): void {
  store.outbox.discard(message.localId);
  showToast(t('discarded'), { undo: () => connection.restore([message]) });
}
