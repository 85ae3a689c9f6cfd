import { X } from 'lucide';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { Icon } from '../ui/icon.tsx';
import type { Upload } from './uploads.ts';

/** Lists the files that are being uploaded, with progress, the reason of a failure, and a button that cancels. */
export function UploadList(props: {
  uploads: readonly Upload[];
  /** Whether the message is sent as soon as all files are uploaded. */
  isSendPending: boolean;
  onCancel: (upload: Upload) => void;
}) {
  // A file remains the same element while its progress changes, so that its button keeps the focus.
  const ids = createMemo(() => props.uploads.map(({ id }) => id), undefined, { equals: areEqual });
  return (
    <>
      <For each={ids()}>
        {(id) => (
          <Show when={props.uploads.find((each) => each.id === id)}>
            {(upload) => <Row upload={upload()} onCancel={() => props.onCancel(upload())} />}
          </Show>
        )}
      </For>
      <Show when={props.isSendPending}>
        <p class="notice" role="status">
          {t('sentAfterUpload')}
        </p>
      </Show>
    </>
  );
}

const areEqual = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function Row(props: { upload: Upload; onCancel: () => void }) {
  const name = () => props.upload.name;
  return (
    <div class="upload">
      <span class="upload-name" dir={directionOf(name())} title={name()}>
        {name()}
      </span>
      <Show
        when={props.upload.failure}
        fallback={<progress aria-label={t('uploading', { file: name() })} value={props.upload.progress} />}
      >
        {(failure) => (
          <span class="upload-failure" role="alert">
            {failure()}
          </span>
        )}
      </Show>
      <button
        type="button"
        class="icon-button"
        aria-label={t('cancelUpload', { file: name() })}
        onClick={() => props.onCancel()}
      >
        <Icon of={X} />
      </button>
    </div>
  );
}
