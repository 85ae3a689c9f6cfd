import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { createSubmission } from '../model/submission.ts';

import { type StartTerms, sources } from './import-rules.ts';
import { m } from './texts.ts';
import { UploadField } from './upload-field.tsx';
import { useArchiveUpload } from './use-archive-upload.ts';

const places = ['upload', 'path'] as const;
/** Values of `merge_people`; undefined for the default. */
const merging = { verified: undefined, all: true, none: false } as const;
type Merging = keyof typeof merging;

/** Creates what the person enters about an import. Call it inside a component. */
function createTerms() {
  const upload = useArchiveUpload();
  const [place, setPlace] = createSignal<(typeof places)[number]>('upload');
  const [path, setPath] = createSignal('');
  const [source, setSource] = createSignal<string>('');
  const [merge, setMerge] = createSignal<Merging>('verified');
  const archive = () => {
    if (place() === 'path') return path().trim() === '' ? undefined : { path: path().trim() };
    const state = upload.state();
    return state.step === 'done' ? { upload_url: state.url } : undefined;
  };
  /** Returns what the request says; undefined while the archive is not there. */
  const value = (): StartTerms | undefined => {
    const known = archive();
    if (!known) return undefined;
    const merge_people = merging[merge()];
    return {
      ...known,
      ...(source() !== '' && { from: source() }),
      ...(merge_people !== undefined && { merge_people }),
    };
  };
  return { place, setPlace, path, setPath, source, setSource, merge, setMerge, value };
}

type Terms = ReturnType<typeof createTerms>;

/** Renders the form of a new import: the archive, what it is, and how people are merged. A dry run comes first. */
export function NewImport(props: {
  /** Whether it is known that no other import is under way. */
  isReady: boolean;
  tryOut: (terms: StartTerms) => Promise<unknown>;
  /** Called when the person wants the import itself. */
  onImport: (terms: StartTerms) => void;
}) {
  const submission = createSubmission();
  const terms = createTerms();
  const isReady = () => props.isReady && terms.value() !== undefined && !submission.isBusy();
  const tryOut = () => submission.run(() => props.tryOut({ ...terms.value(), dry_run: true }));
  return (
    <form
      class="is-wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady()) void tryOut();
      }}
    >
      <ArchiveFields terms={terms} />
      <KindFields terms={terms} />
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
            const wanted = terms.value();
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

/** Renders where the archive is: on this device, or on the server. */
function ArchiveFields(props: { terms: Terms }) {
  const { terms } = props;
  const name = createUniqueId();
  return (
    <>
      <fieldset class="radio-list">
        <legend class="label">{m('archive')}</legend>
        <For each={places}>
          {(each) => (
            <label>
              <input
                type="radio"
                name={name}
                checked={terms.place() === each}
                onChange={() => terms.setPlace(each)}
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
        when={terms.place() === 'upload'}
        fallback={
          <TextField
            label={m('path')}
            help={m('pathHelp')}
            isCode
            placeholder="/archives/export.zip"
            value={terms.path()}
            onChange={terms.setPath}
          />
        }
      >
        <UploadField />
      </Show>
    </>
  );
}

/** Renders what the archive is, and how its people are merged with those of the organization. */
function KindFields(props: { terms: Terms }) {
  const { terms } = props;
  const ids = { source: createUniqueId(), merge: createUniqueId() };
  return (
    <>
      <div class="field">
        <label class="label" for={ids.source}>
          {m('source')}
        </label>
        <select
          class="input"
          id={ids.source}
          onChange={(event) => terms.setSource(event.currentTarget.value)}
        >
          <For each={sources}>
            {(each) => (
              <option value={each} selected={each === terms.source()}>
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
                checked={terms.merge() === each}
                onChange={() => terms.setMerge(each)}
              />
              <span>{m(`merge-${each}`)}</span>
            </label>
          )}
        </For>
      </fieldset>
    </>
  );
}
