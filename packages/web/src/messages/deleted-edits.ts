import { onCleanup } from 'solid-js';
import { t } from '../i18n/index.ts';
import { addToDraft } from '../model/drafts/drafts.ts';
import type { Parley } from '../model/parley.tsx';

/** When a message is deleted while the person edits it, keeps the person's text as a draft. */
export function keepDeletedEdits(parley: Parley): void {
  const { connection, edits } = parley;
  const stop = connection.onEvent((event) => {
    if (event.type !== 'delete_message') return;
    for (const id of event.message_ids) {
      const edit = edits.of(id);
      if (!edit) continue;
      edits.end(id);
      const text = edit.text();
      if (text === undefined || text === edit.original) continue;
      void addToDraft(parley, edit.place, text);
      parley.toasts.show(t('editedWasDeleted'));
    }
  });
  onCleanup(stop);
}
