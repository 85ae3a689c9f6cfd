import { X } from 'lucide';
import { For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from '../ui/icon.tsx';
import type { Upload } from './uploads.ts';

/** Lists the files that are being uploaded, with progress, the reason of a failure, and a button that cancels. */
export function UploadList(props: { uploads: readonly Upload[] }) {
  return (
    <For each={props.uploads}>
      {(upload) => (
        <div class="upload">
          <span class="upload-name">{upload.name}</span>
          <Show
            when={upload.failure}
            fallback={<progress aria-label={t('uploading', { file: upload.name })} value={upload.progress} />}
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
            aria-label={t('cancelUpload', { file: upload.name })}
            onClick={() => upload.cancel()}
          >
            <Icon of={X} />
          </button>
        </div>
      )}
    </For>
  );
}
