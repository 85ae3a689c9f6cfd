import type { Message } from '@parley/client';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Asks for confirmation before a message is deleted, which cannot be undone. */
export default function DeleteDialog(props: { message: Message; onClose: () => void }) {
  const { client } = useParley();
  return (
    <FormDialog
      title={t('deleteTitle')}
      button={t('delete')}
      isDangerous
      act={() => client.call('delete-message', { message_id: props.message.id })}
      failure={t('notDeleted')}
      onClose={props.onClose}
    >
      <p>{t('deleteMore')}</p>
    </FormDialog>
  );
}
