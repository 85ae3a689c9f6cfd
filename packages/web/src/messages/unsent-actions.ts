/** What the person can do with a message that was not sent. */
import type { OutgoingMessage } from '@parley/client';
import { composeTo } from '../compose/target.ts';
import { t } from '../i18n/index.ts';
import { placeHref } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { go } from '../router.ts';
import { showToast } from '../ui/toasts.tsx';

/** Moves the text of a refused message into the compose box. */
export function editUnsent({ store }: Parley, { localId, place, content }: OutgoingMessage): void {
  store.outbox.discard(localId);
  go(placeHref(store, place));
  composeTo({ place, insert: content });
}

/** Discards a message, and offers to undo it. */
export function discardUnsent({ store, connection }: Parley, message: OutgoingMessage): void {
  store.outbox.discard(message.localId);
  showToast(t('discarded'), { undo: () => connection.restore([message]) });
}
