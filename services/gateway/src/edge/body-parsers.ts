import { ParleyError } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  noParameters,
  parseJsonBody,
  parseMultipart,
  parseUrlencoded,
  type RawParameters,
} from './raw-parameters.ts';

/** Forms, multipart for ordinary calls too, JSON objects; an empty body may call itself anything. */
export function addBodyParsers(app: FastifyInstance): void {
  type Done = (error: Error | null, body?: RawParameters) => void;
  const parsed =
    (parse: (body: string) => RawParameters) => (_: FastifyRequest, body: string, done: Done) => {
      let found: RawParameters;
      try {
        found = parse(body);
      } catch (error) {
        return done(error as Error);
      }
      done(null, found);
    };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    parsed(parseUrlencoded),
  );
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parsed(parseJsonBody));
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
