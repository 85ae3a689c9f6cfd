import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { chunksOf, errors } from '@parley/core';

type FormFile = { fileName: string; contentType: string; bytes: Readable };

type Form = {
  /** The other fields of the form, by name. Complete when `end` has resolved. */
  fields: ReadonlyMap<string, string>;
  /** Resolves when the file begins to arrive. @throws ParleyError for a form without a file */
  file: Promise<FormFile>;
  /** Resolves when the whole form was read and is valid. @throws ParleyError for an invalid form */
  end: Promise<void>;
  /** Yields the bytes of the file. Ends only when the whole form was read and is valid. */
  whole(bytes: Readable): AsyncIterable<Uint8Array>;
};

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
      yield* chunksOf(bytes);
      await end.promise;
    },
  };
}
