/**
 * Files that are being uploaded into messages. An upload continues after the compose box closes, and its link then goes into
 * the message's draft.
 */
import { ApiError, type Place, placeKey, uploadFile } from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import { t } from '../i18n/index.ts';
import { presentBox } from '../model/compose-target.ts';
import { addToDraft } from '../model/drafts.ts';
import { placeName } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { showToast } from '../model/toasts.ts';

export type Upload = {
  readonly id: number;
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly progress: number;
  readonly failure?: string;
  /** Where the message goes. Undefined while the file belongs to the open compose box, whose recipients may still change. */
  readonly place?: Place;
  cancel(): void;
};

const [uploads, setUploads] = createSignal<readonly Upload[]>([]);
let count = 0;
const remove = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
const patch = (id: number, fields: Partial<Upload>) =>
  setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...fields } : each)));

/** Cancels all uploads, because the session ends. */
export function cancelUploads(): void {
  for (const upload of uploads()) upload.cancel();
}

/** Returns the uploads that the compose box shows: its own ones, and those that belong to the draft of this place. */
export const uploadsTo = (place: Accessor<Place | undefined>): Upload[] => {
  const here = place();
  return uploads().filter((each) => !each.place || (here && placeKey(here) === placeKey(each.place)));
};

/**
 * Assigns the uploads of the compose box to the draft of `place`, because the box closes or changes its recipients. Cancels the
 * uploads when there is no place and so no draft.
 */
export function leaveUploads(place: Place | undefined): void {
  for (const upload of uploads()) {
    if (upload.place) continue;
    if (place) patch(upload.id, { place });
    else upload.cancel();
  }
}

/** Uploads files into the message of the compose box. In its text, they stand in the order of `files`. */
export function uploadFiles(parley: Parley, files: Iterable<File>): void {
  let before: Promise<unknown> = Promise.resolve();
  for (const file of files) {
    const cancelled = Promise.withResolvers<void>();
    // A cancelled upload may still wait for the server, and the files after it must not wait for it.
    const done = upload(parley, file, before, cancelled.resolve);
    before = Promise.all([before, Promise.race([done, cancelled.promise])]);
  }
}

/**
 * Uploads a file and inserts it into its message.
 * @param before resolves when the files that precede this one in the text are inserted, have failed or were cancelled
 */
async function upload(
  parley: Parley,
  file: File,
  before: Promise<unknown>,
  onCancel: () => void,
): Promise<void> {
  const id = ++count;
  const abort = new AbortController();
  const name = file.name || 'file';
  const cancel = () => {
    abort.abort();
    remove(id);
    onCancel();
  };
  setUploads((all) => [...all, { id, name, progress: 0, cancel }]);
  const limitMib = parley.store.fields.get('max_file_upload_size_mib') as number | undefined;
  if (limitMib !== undefined && file.size > limitMib * 1024 * 1024) {
    patch(id, { failure: t('fileTooLarge', { size: limitMib }) });
    return;
  }
  try {
    const { url, filename } = await uploadFile(parley.client, file, {
      name,
      signal: abort.signal,
      onProgress: (sent, total) => patch(id, { progress: total === 0 ? 1 : sent / total }),
    });
    await before;
    await insert(parley, id, `[${filename.replaceAll(/[[\]]/g, ' ')}](${url})\n`);
    remove(id);
  } catch (error) {
    if (abort.signal.aborted) return;
    patch(id, { failure: error instanceof ApiError ? error.message : t('cannotReachServer') });
  }
}

/** Inserts the Markdown of an uploaded file into its message. */
async function insert(parley: Parley, id: number, markdown: string): Promise<void> {
  const done = uploads().find((each) => each.id === id);
  if (!done) return;
  if (!done.place) {
    presentBox()?.insert(markdown);
    return;
  }
  const isHere = presentBox()?.writesTo(done.place);
  await addToDraft(parley, done.place, markdown);
  if (!isHere) {
    showToast(t('uploadedToDraft', { file: done.name, place: placeName(parley.store, done.place) }));
  }
}
