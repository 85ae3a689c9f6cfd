import { ApiError, type Client, uploadFile } from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import { readDevice, writeDevice } from '../model/local-store.ts';
import { useParley } from '../model/parley.tsx';
import { ArchiveUpload, type UploadState } from './archive-upload.ts';

type Shared = {
  readonly client: Client;
  readonly upload: ArchiveUpload;
  readonly state: Accessor<UploadState>;
};

/** The upload of this window. It goes on when the person opens another view. */
let shared: Shared | undefined;

/** Returns the upload of an archive in this window, with its state. */
export function useArchiveUpload(): Shared {
  const { client } = useParley();
  if (shared?.client === client) return shared;
  const [state, setState] = createSignal<UploadState>({ step: 'none' });
  const upload = new ArchiveUpload({
    upload: (file, options) => uploadFile(client, file, options),
    readUnfinished: () => readDevice('archiveUpload'),
    writeUnfinished: (unfinished) => writeDevice('archiveUpload', unfinished as never),
    isGone: (error) => error instanceof ApiError && (error.status === 404 || error.status === 410),
    onChange: setState,
  });
  shared = { client, upload, state };
  return shared;
}
