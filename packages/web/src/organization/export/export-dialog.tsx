import type { ParamsOf } from '@parley/client';
import { createSignal, createUniqueId } from 'solid-js';
import { SelectField } from '../../forms/fields.tsx';
import { useParley } from '../../model/parley.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { startOfDay } from '../days.ts';
import { o } from '../texts.ts';

type Terms = ParamsOf<'export-realm'>;

const formats = ['parley', 'zulip', 'mattermost'] as const satisfies readonly Terms['format'][];

/** Asks in which form and since when an export is made, and starts it. */
export function ExportDialog(props: {
  type: NonNullable<Terms['export_type']>;
  title: string;
  /** What this kind of export contains. */
  contents: string;
  onStarted: () => unknown;
  onClose: () => void;
}) {
  const { client } = useParley();
  const [format, setFormat] = createSignal<(typeof formats)[number]>('parley');
  const [since, setSince] = createSignal('');
  const start = async () => {
    await client.call('export-realm', {
      export_type: props.type,
      format: format(),
      ...(since() !== '' && { since: startOfDay(since()) }),
    });
    await props.onStarted();
  };
  return (
    <FormDialog title={props.title} button={o('exportStart')} act={start} onClose={props.onClose}>
      <p>{props.contents}</p>
      <SelectField
        label={o('exportFormat')}
        help={o(`exportFormat-${format()}-help`)}
        value={format()}
        options={formats.map((each) => ({ value: each, label: o(`exportFormat-${each}`) }))}
        onChange={setFormat}
      />
      <SinceField onChange={setSince} />
      <p class="muted">{o('exportMore')}</p>
    </FormDialog>
  );
}

function SinceField(props: { onChange: (day: string) => void }) {
  const id = createUniqueId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {o('exportSince')}
      </label>
      <input
        class="input is-narrow"
        id={id}
        type="date"
        aria-describedby={`${id}-help`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <span class="setting-help" id={`${id}-help`}>
        {o('exportSinceHelp')}
      </span>
    </div>
  );
}
