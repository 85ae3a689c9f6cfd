import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { createSubmission } from '../sign-in/parts.tsx';
import { type StartTerms, sources } from './import-rules.ts';
import { m } from './texts.ts';
import { UploadField } from './upload-field.tsx';
import { useArchiveUpload } from './use-archive-upload.ts';

const places = ['upload', 'path'] as const;
/** Values of `merge_people`; undefined for the default. */
const merging = { verified: undefined, all: true, none: false } as const;
type Merging = keyof typeof merging;

/** Renders the form of a new import: the archive, what it is, and how people are merged. A dry run comes first. */
export function NewImport(props: {
  /** Whether it is known that no other import is under way. */
  isReady: boolean;
  tryOut: (terms: StartTerms) => Promise<unknown>;
  /** Called when the person wants the import itself. */
  onImport: (terms: StartTerms) => void;
}) {
  const ids = { place: createUniqueId(), source: createUniqueId(), merge: createUniqueId() };
  const upload = useArchiveUpload();
  const submission = createSubmission();
  const [place, setPlace] = createSignal<(typeof places)[number]>('upload');
  const [path, setPath] = createSignal('');
  const [source, setSource] = createSignal<string>('');
  const [merge, setMerge] = createSignal<Merging>('verified');
  /** Returns what the request says; undefined while the archive is not there. */
  const terms = (): StartTerms | undefined => {
    const state = upload.state();
    const archive =
      place() === 'path'
        ? path().trim() === ''
          ? undefined
          : { path: path().trim() }
        : state.step === 'done'
          ? { upload_url: state.url }
          : undefined;
    if (!archive) return undefined;
    const merge_people = merging[merge()];
    return {
      ...archive,
      ...(source() !== '' && { from: source() }),
      ...(merge_people !== undefined && { merge_people }),
    };
  };
  const isReady = () => props.isReady && terms() !== undefined && !submission.isBusy();
  const tryOut = () => submission.run(() => props.tryOut({ ...terms(), dry_run: true }));
  return (
    <form
      class="is-wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady()) void tryOut();
      }}
    >
      <fieldset class="radio-list">
        <legend class="label">{m('archive')}</legend>
        <For each={places}>
          {(each) => (
            <label>
              <input
                type="radio"
                name={ids.place}
                checked={place() === each}
                onChange={() => setPlace(each)}
              />
              <span>
                {m(`place-${each}`)}
                <span class="setting-help is-block">{m(`place-${each}-help`)}</span>
              </span>
            </label>
          )}
        </For>
      </fieldset>
      <Show
        when={place() === 'upload'}
        fallback={
          <TextField
            label={m('path')}
            help={m('pathHelp')}
            isCode
            placeholder="/archives/export.zip"
            value={path()}
            onChange={setPath}
          />
        }
      >
        <UploadField />
      </Show>
      <div class="field">
        <label class="label" for={ids.source}>
          {m('source')}
        </label>
        <select class="input" id={ids.source} onChange={(event) => setSource(event.currentTarget.value)}>
          <For each={sources}>
            {(each) => (
              <option value={each} selected={each === source()}>
                {m(each === '' ? 'source-any' : `source-${each}`)}
              </option>
            )}
          </For>
        </select>
      </div>
      <fieldset class="radio-list">
        <legend class="label">{m('merge')}</legend>
        <For each={Object.keys(merging) as Merging[]}>
          {(each) => (
            <label>
              <input
                type="radio"
                name={ids.merge}
                checked={merge() === each}
                onChange={() => setMerge(each)}
              />
              <span>{m(`merge-${each}`)}</span>
            </label>
          )}
        </For>
      </fieldset>
      <div role="alert">
        <Show when={submission.problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
      </div>
      <div class="setting-actions">
        <button type="submit" class="button is-primary" disabled={!isReady()}>
          {m('tryOut')}
        </button>
        <button
          type="button"
          class="button"
          disabled={!isReady()}
          onClick={() => {
            const wanted = terms();
            if (wanted) props.onImport(wanted);
          }}
        >
          {m('startNow')}
        </button>
      </div>
      <p class="muted">{m('tryOutHelp')}</p>
    </form>
  );
}
