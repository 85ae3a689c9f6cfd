import { isUtf8 } from 'node:buffer';
import { asError, ParleyError } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  noParameters,
  notUtf8,
  parseJsonBody,
  parseMultipart,
  parseUrlencoded,
  type RawParameters,
} from '../declaration/raw-parameters.ts';

/** Adds parsers for forms, multipart bodies and JSON objects. An empty body may have any content type. */
export function addBodyParsers(app: FastifyInstance): void {
  type Done = (error: Error | null, body?: RawParameters) => void;
  const parsed =
    (parse: (body: string) => RawParameters) => (_: FastifyRequest, body: Buffer, done: Done) => {
      let found: RawParameters;
      try {
        if (!isUtf8(body)) throw notUtf8();
        found = parse(body.toString());
      } catch (error) {
        return done(asError(error));
      }
      done(null, found);
    };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    parsed(parseUrlencoded),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parsed(parseJsonBody));
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseMultipart(request.headers['content-type'] ?? '', body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (body.length === 0) return done(null, noParameters);
    done(new ParleyError('BAD_REQUEST', 'Unsupported content type: send a form', {}, 415));
  });
}
