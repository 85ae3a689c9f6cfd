/** Loaded with the first upload, or earlier when the browser is idle. */
import { type Client, uploadFile } from '@parley/client';
import type { UploadPorts } from './upload-queue.ts';

/** Uploads a file. Returns the Markdown with which a message refers to it. */
export async function storeFile(
  client: Client,
  file: Blob,
  { name, signal, onProgress }: Parameters<UploadPorts['store']>[1],
): Promise<string> {
  const { url, filename } = await uploadFile(client, file, {
    name,
    signal,
    onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
  });
  return `[${filename.replaceAll(/[[\]]/g, ' ')}](${url})\n`;
}
