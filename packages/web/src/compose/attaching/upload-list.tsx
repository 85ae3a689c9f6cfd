import { File as FileIcon, X } from 'lucide';
import { createMemo, For, onCleanup, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { bytesInWords } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { co } from '../texts.ts';
import type { Upload } from './upload-queue.ts';

/** Lists the files that are being uploaded, with progress, the reason of a failure, and a button that cancels. */
export default function UploadList(props: {
  uploads: readonly Upload[];
  /** Whether the message is sent as soon as all files are uploaded. */
  isSendPending: boolean;
  onCancel: (upload: Upload) => void;
}) {
  // A file remains the same element while its progress changes, so that its button keeps the focus.
  const ids = createMemo(() => props.uploads.map(({ id }) => id), undefined, { equals: areEqual });
  return (
    <Show when={ids().length > 0}>
      <div class="attached">
        <For each={ids()}>
          {(id) => (
            <Show when={props.uploads.find((each) => each.id === id)}>
              {(upload) => <Card upload={upload()} onCancel={() => props.onCancel(upload())} />}
            </Show>
          )}
        </For>
      </div>
      <Show when={props.isSendPending}>
        <p class="notice" role="status">
          {co('sentAfterUpload')}
        </p>
      </Show>
    </Show>
  );
}

const areEqual = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function Card(props: { upload: Upload; onCancel: () => void }) {
  const name = () => props.upload.name;
  return (
    <div class="attached-card upload" classList={{ 'is-failed': props.upload.failure !== undefined }}>
      <Thumbnail file={props.upload.file} />
      <div class="attached-facts">
        <span class="attached-name" dir={directionOf(name())} title={name()}>
          {name()}
        </span>
        <Show
          when={props.upload.failure}
          fallback={<progress aria-label={co('uploading', { file: name() })} value={props.upload.progress} />}
        >
          {(failure) => (
            <span class="upload-failure" role="alert">
              {failure()}
            </span>
          )}
        </Show>
        <span class="attached-detail">{bytesInWords(props.upload.file.size)}</span>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={co('cancelUpload', { file: name() })}
        title={co('cancelUpload', { file: name() })}
        onClick={() => props.onCancel()}
      >
        <Icon of={X} />
      </button>
    </div>
  );
}

/** Shows a picture as it is on this device, or a symbol for another file. */
function Thumbnail(props: { file: Blob }) {
  if (!/^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(props.file.type)) {
    return (
      <span class="attached-picture">
        <Icon of={FileIcon} size={20} />
      </span>
    );
  }
  const address = URL.createObjectURL(props.file);
  onCleanup(() => URL.revokeObjectURL(address));
  return <img class="attached-picture" src={address} alt="" />;
}
