import { createEffect, createSignal, Show } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Import, isStoppable, shareOf } from './import-rules.ts';
import { durationParts, Pace } from './pace.ts';
import { type ImportsText, importsTexts, m } from './texts.ts';

/** Returns the kind of records that an import handles now, in words. */
function phaseInWords({ state, phase }: Pick<Import, 'state' | 'phase'>): string {
  if (state === 'waiting') return m('state-waiting');
  const name = `phase-${phase}`;
  if (importsTexts.has(name)) return m(name as ImportsText);
  return m(`state-${state}`);
}

/** Estimates how long an import still takes, in words. Call it inside a component. */
function createTimeLeft(props: { import: Import }) {
  const pace = new Pace();
  const [left, setLeft] = createSignal<number>();
  createEffect(() => {
    const { done, total } = props.import;
    pace.note(done, performance.now());
    setLeft(pace.secondsLeft(total));
  });
  return () => {
    const seconds = left();
    if (seconds === undefined) return '';
    const { unit, count } = durationParts(seconds);
    return m(`left-${unit}`, { count });
  };
}

/** Shows how far an import is, how long it will take, and stops it. */
export function ActiveImport(props: { import: Import; onChanged: () => Promise<unknown> }) {
  const share = () => shareOf(props.import);
  const leftInWords = createTimeLeft(props);
  const title = () =>
    m(props.import.state === 'undoing' ? 'undoingOf' : props.import.dry_run ? 'tryingOf' : 'importingOf', {
      archive: props.import.archive,
    });
  return (
    <div class="active-import" role="group" aria-label={title()}>
      <p class="active-title">{title()}</p>
      {/* Without a value, the bar moves: the size of the archive is not known yet. */}
      <Show when={share() !== undefined} fallback={<progress aria-label={title()} />}>
        <progress aria-label={title()} value={share() ?? 0} />
      </Show>
      <p class="muted">
        {phaseInWords(props.import)}
        {share() === undefined ? '' : ` · ${m('percent', { count: Math.floor((share() ?? 0) * 100) })}`}
        {leftInWords() === '' ? '' : ` · ${leftInWords()}`}
      </p>
      {/* Read out when the phase changes, and not with each percent. */}
      <p class="visually-hidden" role="status">
        {phaseInWords(props.import)}
      </p>
      <p class="muted">{m('goesOn')}</p>
      <Show when={isStoppable(props.import)}>
        <StopButton {...props} />
      </Show>
    </div>
  );
}

function StopButton(props: { import: Import; onChanged: () => Promise<unknown> }) {
  const { client } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  const stop = async () => {
    await client.call('stop-import', { import_id: props.import.id });
    await props.onChanged();
  };
  return (
    <>
      <div class="setting-actions">
        <button type="button" class="button" onClick={() => setAsking(true)}>
          {m('stop')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog title={m('stopAsk')} button={m('stop')} act={stop} onClose={() => setAsking(false)}>
          <p>{m('stopMore')}</p>
        </FormDialog>
      </Show>
    </>
  );
}
