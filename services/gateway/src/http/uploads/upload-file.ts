import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errors, errorText, ParleyError } from '@parley/core';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { readForm } from './form.ts';

/** Uploads one file of a form. Other fields of the form are ignored (docs/api/uploads.md#uploading). */
export const uploadFile: Transfer = {
  methods: ['POST'],
  path: '/api/v1/user_uploads',
  takesRest: false,
  operation: 'upload-file',
  summary: 'Uploads a file.',
  auth: 'required',
  changes: 'nothing',
  answer: z.strictObject({
    uri: z.string().meta({ deprecated: true }),
    url: z.string(),
    filename: z.string(),
  }),
  async handle(ctx, { request, transferCall }) {
    refuseTooLong(request, ctx.config.maxUploadMib);
    const form = readForm(request);
    const { fileName, contentType, bytes } = await form.file;
    const { response: stored } = await ctx.rpc.files.storeFile(
      { fileName, contentType },
      transferCall,
      async (to) => {
        await pipeline(bytes, to, { end: false });
        await form.end;
      },
    );
    const { file } = stored;
    if (!file) throw errors.internal();
    return ok({ uri: file.url, url: file.url, filename: file.fileName });
  },
};

/** Maximum size in bytes of all parts of a form except the file: boundaries, headers and other fields. */
const formBytes = 1024 * 1024;

/** Refuses a form whose declared length is too large, before its body arrives. The upload service checks the actual length. */
function refuseTooLong({ headers }: IncomingMessage, maxMib: number): void {
  if (Number(headers['content-length'] ?? 0) <= maxMib * 1024 * 1024 + formBytes) return;
  throw fileTooLarge(maxMib);
}

export const fileTooLarge = (maxMib: number): ParleyError =>
  new ParleyError(
    'PAYLOAD_TOO_LARGE',
    errorText('File is larger than the configured maximum upload size ({mebibytes} MiB).', {
      mebibytes: maxMib,
    }),
  );
