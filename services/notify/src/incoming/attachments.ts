import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { oneLine, ParleyError } from '@parley/core';
import type { UploadBytesServiceService } from '@parley/proto/upload/v1/upload';
import type { ByteClient, Call } from '@parley/rpc';
import type { Texts } from '@parley/texts';
import type { IncomingFile } from '../domain/incoming-mail.ts';

export type FileClient = Pick<ByteClient<typeof UploadBytesServiceService>, 'storeFile'>;

/**
 * Uploads the files of a mail on behalf of the message's sender, one after the other. The limits of other uploads apply.
 * @returns a line of Markdown for each file: a link, or the reason for which the file was refused
 * @throws ParleyError when the upload service fails or does not answer, or a rate limit is exceeded
 */
export async function uploadFiles(
  files: FileClient,
  attachments: readonly IncomingFile[],
  { call, texts }: { call: Call; texts: Texts['mails']['incoming'] },
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, type, content } of attachments) {
    try {
      const { response } = await files.storeFile({ fileName: name, contentType: type }, call, (to) =>
        pipeline(Readable.from([content], { objectMode: false }), to, { end: false }),
      );
      if (response.file) lines.push(`[${labelOf(response.file.fileName)}](${response.file.url})`);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500 || error.status === 429) throw error;
      lines.push(texts.refusedFile({ name: labelOf(name), reason: oneLine(error.message) }));
    }
  }
  return lines;
}

/** Returns the name of a file as the text of a Markdown link. Brackets are removed because they would end the text. */
const labelOf = (name: string): string => oneLine(name).replaceAll(/[[\]]/g, '');
