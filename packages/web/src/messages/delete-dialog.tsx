import type { Message } from '@parley/client';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks for confirmation before a message is deleted, which cannot be undone. */
export default function DeleteDialog(props: { message: Message; onClose: () => void }) {
  const { client } = useParley();
  const remove = async () => {
    await attempt(client.call('delete-message', { message_id: props.message.id }), t('notDeleted'));
    props.onClose();
  };
  return (
    <Dialog title={t('deleteTitle')} onClose={props.onClose}>
      <p>{t('deleteMore')}</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => props.onClose()}>
          {t('cancel')}
        </button>
        <button type="button" class="button is-danger" onClick={() => void remove()}>
          {t('delete')}
        </button>
      </div>
    </Dialog>
  );
}
