/** The uploads of the signed-in person: of the compose box and of drafts, and those of an edit. */
import { ApiError } from '@parley/client';
import { t } from '../../i18n/index.ts';
import { loadedOnDemand } from '../../lib/loadable.ts';
import { addToDraft } from '../../model/drafts/drafts.ts';
import { placeName } from '../../model/names.ts';
import type { Parley } from '../../model/parley.tsx';
import { part } from '../../model/parts.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

const storing = loadedOnDemand(() => import('./store-file.ts'));

/** The uploads of the compose box and of drafts. They continue when another conversation is opened. */
export const uploadsOf = part((parley) =>
  createUploads(parley, (upload, markdown) => insert(parley, upload, markdown)),
);

/**
 * Creates a queue of uploads.
 * @param insert inserts the Markdown of an uploaded file into its message
 */
export const createUploads = (
  { client, store }: Parley,
  insert: (upload: Upload, markdown: string) => Promise<void>,
): UploadQueue =>
  new UploadQueue({
    refusal(file) {
      const limitMib = store.fields.get('max_file_upload_size_mib');
      const isTooLarge = limitMib !== undefined && file.size > limitMib * 1024 * 1024;
      return isTooLarge ? t('fileTooLarge', { size: limitMib }) : undefined;
    },
    store: async (file, options) => (await storing()).storeFile(client, file, options),
    failureOf: (error) => (error instanceof ApiError ? error.message : t('cannotReachServer')),
    insert,
  });

/** Inserts the Markdown of an uploaded file into its message. */
async function insert(parley: Parley, { name, place }: Upload, markdown: string): Promise<void> {
  if (!place) {
    parley.composing.box()?.insert(markdown);
    return;
  }
  const isHere = parley.composing.box()?.writesTo(place);
  await addToDraft(parley, place, markdown);
  if (!isHere)
    parley.toasts.show(t('uploadedToDraft', { file: name, place: placeName(parley.store, place) }));
}
