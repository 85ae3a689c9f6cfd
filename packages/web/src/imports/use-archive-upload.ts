import { ApiError, uploadFile } from '@parley/client';
import { createSignal } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import { ArchiveUpload, type UploadState } from './archive-upload.ts';

/** The upload of an archive in this window, with its state. It goes on when the person opens another view. */
const uploads = part(({ client, device }) => {
  const [state, setState] = createSignal<UploadState>({ step: 'none' });
  const upload = new ArchiveUpload({
    upload: (file, options) => uploadFile(client, file, options),
    readUnfinished: () => device.read('archiveUpload'),
    writeUnfinished: (unfinished) => device.write('archiveUpload', unfinished),
    isGone: (error) => error instanceof ApiError && (error.status === 404 || error.status === 410),
    onChange: setState,
  });
  return { upload, state };
});

/** Returns the upload of an archive in this window, with its state. */
export const useArchiveUpload = () => uploads(useParley());
