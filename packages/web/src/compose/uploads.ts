/** Files that are being uploaded into a message. */
import { ApiError, uploadFile } from '@parley/client';
import { createSignal } from 'solid-js';
import { t } from '../i18n/index.ts';
import type { Parley } from '../model/parley.tsx';

export type Upload = {
  readonly id: number;
  readonly name: string;
  /** Progress from 0 to 1. */
  readonly progress: number;
  readonly failure?: string;
  cancel(): void;
};

/** Uploads files. `insert` gets the Markdown of each uploaded file. */
export function createUploads(parley: Parley, insert: (markdown: string) => void) {
  const [uploads, setUploads] = createSignal<readonly Upload[]>([]);
  let count = 0;
  const remove = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
  const patch = (id: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...fields } : each)));

  async function add(file: File): Promise<void> {
    const id = ++count;
    const abort = new AbortController();
    const name = file.name || 'file';
    const cancel = () => {
      abort.abort();
      remove(id);
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
      insert(`[${filename.replaceAll(/[[\]]/g, ' ')}](${url})\n`);
      remove(id);
    } catch (error) {
      if (abort.signal.aborted) return;
      patch(id, { failure: error instanceof ApiError ? error.message : t('cannotReachServer') });
    }
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) void add(file);
    },
  };
}
