import type { Store } from '@parley/client';
import { createSignal, For, Show } from 'solid-js';
import { Details } from '../forms/details.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { actionsOf, againOf, type Import, type StartTerms } from './import-rules.ts';
import { ReportView } from './report-view.tsx';
import { type ImportsText, importsTexts, m } from './texts.ts';

function sourceInWords(source: string): string {
  const name = `source-${source}`;
  return importsTexts.has(name) ? m(name as ImportsText) : source;
}

/** Returns what became of an import, what it was, when, and by whom. */
function detailsOf(store: Store, present: Import): string {
  const { state, source, start_time: time, acting_user_id: who, dry_run: isDry } = present;
  return [
    m(isDry ? `tried-${state}` : `state-${state}`),
    source === '' ? '' : sourceInWords(source),
    time === null ? '' : shortDateTimeOf(time),
    who === null ? m('byOperator') : userName(store, who),
  ]
    .filter(Boolean)
    .join(' · ');
}

type EntryProps = {
  import: Import;
  isOtherActive: boolean;
  onImport: (terms: StartTerms) => void;
  onChanged: () => Promise<unknown>;
};

/** Renders an import that is over: its outcome, its report, and what may be done with it. */
export function ImportEntry(props: EntryProps) {
  const { store } = useParley();
  const details = () => detailsOf(store, props.import);
  return (
    <li class="import-entry">
      <div class="entry-head">
        <div class="row-main is-whole">
          <span dir={directionOf(props.import.archive)}>{props.import.archive}</span>
          <span class="muted">{details()}</span>
        </div>
        <Actions {...props} />
      </div>
      <Show when={props.import.error}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
      <Show when={props.import.report}>
        {(report) => (
          <Details title={m('report')}>
            <ReportView report={report()} />
          </Details>
        )}
      </Show>
    </li>
  );
}

function Actions(props: EntryProps) {
  const { client } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  const actions = () => actionsOf(props.import, { isOtherActive: props.isOtherActive });
  const begin = () => {
    const terms = againOf(props.import);
    if (terms) props.onImport(terms);
  };
  const undo = async () => {
    await client.call('undo-import', { import_id: props.import.id });
    await props.onChanged();
  };
  return (
    <>
      <span class="list-actions">
        <For each={actions()}>
          {(action) => (
            <button
              type="button"
              class="button"
              classList={{ 'is-danger': action === 'undo', 'is-primary': action !== 'undo' }}
              aria-label={m(`archive-${action}`, { archive: props.import.archive })}
              onClick={() => (action === 'undo' ? setAsking(true) : begin())}
            >
              {m(action)}
            </button>
          )}
        </For>
      </span>
      <Show when={isAsking()}>
        <UndoDialog archive={props.import.archive} undo={undo} onClose={() => setAsking(false)} />
      </Show>
    </>
  );
}

function UndoDialog(props: { archive: string; undo: () => Promise<void>; onClose: () => void }) {
  return (
    <FormDialog
      title={m('undoAsk', { archive: props.archive })}
      button={m('undo')}
      isDangerous
      act={props.undo}
      onClose={props.onClose}
    >
      <p>{m('undoMore')}</p>
      <p>{m('undoStays')}</p>
    </FormDialog>
  );
}
