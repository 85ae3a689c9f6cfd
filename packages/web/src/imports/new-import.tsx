import { createSignal, Show } from 'solid-js';
import { Failure, Form, RadioField, SelectField, TextField } from '../forms/fields.tsx';
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

type NewImportProps = {
  /** Whether it is known that no other import is under way. */
  isReady: boolean;
  tryOut: (terms: StartTerms) => Promise<unknown>;
  /** Called when the person wants the import itself. */
  onImport: (terms: StartTerms) => void;
};

/** Renders the form of a new import: the archive, what it is, and how people are merged. A dry run comes first. */
export function NewImport(props: NewImportProps) {
  const submission = createSubmission();
  const terms = createTerms();
  const isReady = () => props.isReady && terms.value() !== undefined && !submission.isBusy();
  const tryOut = () => submission.run(() => props.tryOut({ ...terms.value(), dry_run: true }));
  const startNow = () => {
    const wanted = terms.value();
    if (wanted) props.onImport(wanted);
  };
  return (
    <Form class="is-wide" onSubmit={() => void (isReady() && tryOut())}>
      <ArchiveFields terms={terms} />
      <KindFields terms={terms} />
      <Failure text={submission.problem()} />
      <div class="setting-actions">
        <button type="submit" class="button is-primary" disabled={!isReady()}>
          {m('tryOut')}
        </button>
        <button type="button" class="button" disabled={!isReady()} onClick={startNow}>
          {m('startNow')}
        </button>
      </div>
      <p class="muted">{m('tryOutHelp')}</p>
    </Form>
  );
}

/** Renders where the archive is: on this device, or on the server. */
function ArchiveFields(props: { terms: Terms }) {
  const { terms } = props;
  return (
    <>
      <RadioField
        label={m('archive')}
        value={terms.place()}
        options={places.map((value) => ({
          value,
          label: m(`place-${value}`),
          help: m(`place-${value}-help`),
        }))}
        onChange={terms.setPlace}
      />
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
  return (
    <>
      <SelectField
        label={m('source')}
        value={terms.source()}
        options={sources.map((value) => ({
          value,
          label: m(value === '' ? 'source-any' : `source-${value}`),
        }))}
        onChange={terms.setSource}
      />
      <RadioField
        label={m('merge')}
        value={terms.merge()}
        options={(Object.keys(merging) as Merging[]).map((value) => ({ value, label: m(`merge-${value}`) }))}
        onChange={terms.setMerge}
      />
    </>
  );
}
