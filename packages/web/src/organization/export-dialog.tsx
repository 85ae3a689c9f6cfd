import type { ParamsOf } from '@parley/client';
import { createSignal, createUniqueId, For } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { startOfDay } from './days.ts';
import { o } from './texts.ts';

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
  const ids = { format: createUniqueId(), since: createUniqueId() };
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
      <div class="field">
        <label class="label" for={ids.format}>
          {o('exportFormat')}
        </label>
        <select
          class="input"
          id={ids.format}
          aria-describedby={`${ids.format}-help`}
          onChange={(event) => setFormat(event.currentTarget.value as (typeof formats)[number])}
        >
          <For each={formats}>{(each) => <option value={each}>{o(`exportFormat-${each}`)}</option>}</For>
        </select>
        <span class="setting-help" id={`${ids.format}-help`}>
          {o(`exportFormat-${format()}-help`)}
        </span>
      </div>
      <div class="field">
        <label class="label" for={ids.since}>
          {o('exportSince')}
        </label>
        <input
          class="input is-narrow"
          id={ids.since}
          type="date"
          aria-describedby={`${ids.since}-help`}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <span class="setting-help" id={`${ids.since}-help`}>
          {o('exportSinceHelp')}
        </span>
      </div>
      <p class="muted">{o('exportMore')}</p>
    </FormDialog>
  );
}
