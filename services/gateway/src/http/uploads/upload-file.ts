import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { errors, ParleyError } from '@parley/core';
import { ok } from '../../edge/envelope.ts';
import type { Transfer } from '../../edge/transfer.ts';

/** Upload of one file in a form (specification, 22). The form's fields beside it are passed over. */
export const uploadFile: Transfer = {
  methods: ['POST', 'OPTIONS'],
  path: '/api/v1/user_uploads',
  takesRest: false,
  operation: 'upload-file',
  summary: 'Uploads a file.',
  auth: 'required',
  async handle(ctx, { request, response, transferCall }) {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        allow: 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'authorization, content-type',
      });
      response.end();
      return undefined;
    }
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

/** Beside the file, bytes: boundaries, headers of parts, other fields. */
const formBytes = 1024 * 1024;

/** The service counts what arrives; a form that says itself that it is too long need not be sent at all. */
function refuseTooLong({ headers }: IncomingMessage, maxMib: number): void {
  if (Number(headers['content-length'] ?? 0) <= maxMib * 1024 * 1024 + formBytes) return;
  throw new ParleyError(
    'PAYLOAD_TOO_LARGE',
    `File is larger than the configured maximum upload size (${maxMib} MiB).`,
  );
}

type FormFile = { fileName: string; contentType: string; bytes: Readable };

type Form = {
  /** Texts beside the file, by name: all of them once the whole form has been read. */
  fields: ReadonlyMap<string, string>;
  /** The one file, as soon as the form comes to it. @throws ParleyError for a form without */
  file: Promise<FormFile>;
  /** Resolves when the whole form has been read and was in order. @throws ParleyError otherwise */
  end: Promise<void>;
  /** The file's bytes; ends when the whole form has been read and was in order. */
  whole(bytes: Readable): AsyncIterable<Uint8Array>;
};

/** The one file of a form. */
export function readForm(request: IncomingMessage): Form {
  const file = Promise.withResolvers<FormFile>();
  const end = Promise.withResolvers<void>();
  for (const each of [file.promise, end.promise]) each.catch(() => undefined);
  const fields = new Map<string, string>();
  let files = 0;
  let current: Readable | undefined;
  const fail = (error: Error) => {
    file.reject(error);
    end.reject(error);
    current?.destroy(error);
    request.unpipe();
  };
  const malformed = () => fail(errors.badRequest('Malformed multipart body'));
  const type = request.headers['content-type'] ?? '';
  try {
    if (!/^multipart\/form-data\s*;/i.test(type)) throw new Error('another kind of body');
    const parser = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { fields: 100, fieldSize: 64 * 1024, fieldNameSize: 1_000, headerPairs: 100 },
    });
    parser.on('file', (_field, bytes, fileName, _encoding, contentType) => {
      bytes.on('error', () => undefined);
      files++;
      if (files > 1) {
        bytes.resume();
        fail(errors.badRequest('You may only upload one file at a time'));
      } else if (fileName === undefined || fileName === '') {
        bytes.resume();
        fail(errors.badRequest('The uploaded file has no name.'));
      } else {
        current = bytes;
        file.resolve({ fileName, contentType, bytes });
      }
    });
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('fieldsLimit', () => fail(errors.badRequest('Too many fields in the form')));
    parser.on('error', malformed);
    parser.on('finish', () => {
      if (files === 0) fail(errors.badRequest('You must specify a file to upload'));
      else end.resolve();
    });
    request.once('close', () => {
      if (!request.complete) fail(errors.badRequest('The request was broken off'));
    });
    request.pipe(parser);
  } catch {
    fail(errors.badRequest('You must specify a file to upload'));
  }
  return {
    fields,
    file: file.promise,
    end: end.promise,
    async *whole(bytes) {
      yield* bytes as AsyncIterable<Uint8Array>;
      await end.promise;
    },
  };
}
