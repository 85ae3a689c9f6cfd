import { FileUp } from 'lucide';
import { createSignal, createUniqueId, Match, Switch } from 'solid-js';
import { Failure } from '../forms/fields.tsx';
import { bytesInWords } from '../i18n/format.ts';
import { reasonOf } from '../model/failures.ts';
import { useField } from '../model/self.ts';
import { Icon } from '../ui/icon.tsx';
import { ui } from '../ui/texts.ts';
import type { UploadState } from './archive-upload.ts';
import { m } from './texts.ts';
import { useArchiveUpload } from './use-archive-upload.ts';

const mib = 1024 * 1024;

/** Renders the field that uploads an archive, with progress, continuing after a failure, and cancelling. */
export function UploadField() {
  const { upload } = useArchiveUpload();
  const limit = useField('max_file_upload_size_mib');
  const [isOver, setOver] = createSignal(false);
  const [tooLarge, setTooLarge] = createSignal<string>();
  const take = (file: File | undefined) => {
    if (!file) return;
    const limitMib = limit();
    const isTooLarge = limitMib !== undefined && file.size > limitMib * mib;
    setTooLarge(isTooLarge ? m('tooLarge', { size: bytesInWords(limitMib * mib) }) : undefined);
    if (!isTooLarge) void upload.start(file);
  };
  return (
    // Dropping a file is another way to what the button does.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button works for the keyboard and for assistive technology
    <div
      class="upload-field"
      classList={{ 'is-over': isOver() }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <ChooseFile onChoose={take} />
      <Failure text={tooLarge()} />
      <Progress />
    </div>
  );
}

/** Renders the button that chooses the archive. */
function ChooseFile(props: { onChoose: (file: File | undefined) => void }) {
  const id = createUniqueId();
  let field!: HTMLInputElement;
  return (
    <div class="setting-actions">
      <label class="visually-hidden" for={id}>
        {m('chooseArchive')}
      </label>
      <input
        class="visually-hidden"
        id={id}
        type="file"
        tabindex="-1"
        accept=".zip,.tar,.gz,.tgz,.jsonl,.json"
        ref={field}
        onChange={(event) => {
          props.onChoose(event.currentTarget.files?.[0]);
          // The same file can be chosen again, to continue.
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="button" onClick={() => field.click()}>
        <Icon of={FileUp} /> {m('chooseArchive')}
      </button>
      <span class="muted">{m('orDrop')}</span>
    </div>
  );
}

/** Renders how far the upload is, and what can be done about it. */
function Progress() {
  const { upload, state } = useArchiveUpload();
  const isStep = <S extends UploadState['step']>(step: S) => {
    const present = state();
    return present.step === step ? (present as Extract<UploadState, { step: S }>) : undefined;
  };
  return (
    <Switch>
      <Match when={isStep('uploading')}>
        {(present) => <Uploading of={present()} onCancel={() => upload.cancel()} />}
      </Match>
      <Match when={isStep('failed')}>
        {(present) => (
          <p class="notice is-error" role="alert">
            <span>
              {m('uploadFailed', { name: present().name, reason: reasonOf(present().error) ?? '' })}
            </span>
            <button type="button" class="button" onClick={() => void upload.retry()}>
              {m('continueUpload')}
            </button>
            <button type="button" class="button" onClick={() => upload.cancel()}>
              {ui('cancel')}
            </button>
          </p>
        )}
      </Match>
      <Match when={isStep('done')}>
        {(present) => (
          <p role="status">
            {m('uploadDone', { name: present().name })}{' '}
            <button type="button" class="link-button" onClick={() => upload.cancel()}>
              {m('otherArchive')}
            </button>
          </p>
        )}
      </Match>
    </Switch>
  );
}

function Uploading(props: { of: Extract<UploadState, { step: 'uploading' }>; onCancel: () => void }) {
  return (
    <div class="upload-progress">
      <progress
        aria-label={m('uploading', { name: props.of.name })}
        value={props.of.total === 0 ? 1 : props.of.sent / props.of.total}
      />
      <span>
        {m('uploaded', {
          name: props.of.name,
          sent: bytesInWords(props.of.sent),
          total: bytesInWords(props.of.total),
        })}
      </span>
      <button type="button" class="button" onClick={() => props.onCancel()}>
        {ui('cancel')}
      </button>
    </div>
  );
}
