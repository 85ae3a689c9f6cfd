import type { Message } from '@parley/client';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { TimeDialog } from '../../ui/time-dialog.tsx';
import { ms } from '../texts.ts';

/** Renders the dialog in which the person chooses the time of a reminder. */
export default function RemindDialog(props: { message: Message; onClose: () => void }) {
  const parley = useParley();
  const { client } = parley;
  const remind = async (timestamp: number) => {
    const call = client.call('create-message-reminder', {
      message_id: props.message.id,
      scheduled_delivery_timestamp: timestamp,
    });
    if (await attempt(parley, call)) parley.toasts.show(ms('reminderSet'));
    props.onClose();
  };
  return <TimeDialog title={t('remindMe')} onChoose={(at) => void remind(at)} onClose={props.onClose} />;
}
