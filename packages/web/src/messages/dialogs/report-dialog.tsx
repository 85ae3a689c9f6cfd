import type { Message } from '@parley/client';
import { createSignal, For } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ms } from '../texts.ts';

const reasons = [
  ['spam', 'reportSpam'],
  ['harassment', 'reportHarassment'],
  ['inappropriate', 'reportInappropriate'],
  ['norms', 'reportNorms'],
  ['other', 'reportOther'],
] as const;

export default function ReportDialog(props: { message: Message; onClose: () => void }) {
  const parley = useParley();
  const { client } = parley;
  const [reason, setReason] = createSignal<string>('spam');
  const [description, setDescription] = createSignal('');
  const send = async () => {
    await client.call('report-message', {
      message_id: props.message.id,
      report_type: reason(),
      ...(description().trim() !== '' && { description: description() }),
    });
    parley.toasts.show(ms('reported'));
  };
  return (
    <FormDialog
      title={t('report')}
      button={t('report')}
      act={send}
      failure={ms('notReported')}
      onClose={props.onClose}
    >
      <label class="field">
        <span class="label">{ms('reason')}</span>
        <select class="input" onChange={(event) => setReason(event.currentTarget.value)}>
          <For each={reasons}>{([value, name]) => <option value={value}>{ms(name)}</option>}</For>
        </select>
      </label>
      <label class="field">
        <span class="label">{ms('explanation')}</span>
        <textarea
          class="input"
          rows="3"
          dir={directionOf(description())}
          required={reason() === 'other'}
          on:input={(event) => setDescription(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
