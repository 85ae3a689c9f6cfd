import type { Message } from '@parley/client';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ms } from '../texts.ts';

/** Asks for confirmation before a message is deleted, which cannot be undone. */
export default function DeleteDialog(props: { message: Message; onClose: () => void }) {
  const { client } = useParley();
  return (
    <FormDialog
      title={ms('deleteTitle')}
      button={t('delete')}
      isDangerous
      act={() => client.call('delete-message', { message_id: props.message.id })}
      failure={ms('notDeleted')}
      onClose={props.onClose}
    >
      <p>{ms('deleteMore')}</p>
    </FormDialog>
  );
}
