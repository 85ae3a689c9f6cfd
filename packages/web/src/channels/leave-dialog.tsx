import type { Channel } from '@parley/client';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { c, channelsTexts } from './texts.ts';

await channelsTexts.load();

/** Asks for confirmation before the person leaves a channel to which they cannot return by themselves. */
export default function LeaveDialog(props: { channel: Channel; onClose: () => void }) {
  const { client } = useParley();
  return (
    <FormDialog
      title={c('leaveAsk', { channel: props.channel.name })}
      button={t('leave')}
      isDangerous
      act={() => client.call('unsubscribe', { subscriptions: [props.channel.name] })}
      onClose={props.onClose}
    >
      <p>{c('leavePrivate')}</p>
    </FormDialog>
  );
}
