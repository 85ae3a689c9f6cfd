import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import { errors, errorText, ParleyError } from '@parley/core';

/** Not decoded. The last of repeated names counts. Without prototype, so names like `__proto__` are safe. */
export type RawParameters = Readonly<Record<string, string>>;

/** No endpoint has as many. Parsing a body with millions of names would block the event loop. */
const maxParameters = 1_000;

export const noParameters: RawParameters = Object.freeze(emptyParameters());

function emptyParameters(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

/** @throws ParleyError for a malformed percent escape, or for too many parameters */
export function parseUrlencoded(encoded: string): RawParameters {
  if (encoded === '') return noParameters;
  const found = emptyParameters();
  let count = 0;
  for (let start = 0; start <= encoded.length; ) {
    let end = encoded.indexOf('&', start);
    if (end === -1) end = encoded.length;
    if (end > start) {
      if (++count > maxParameters) throw tooMany();
      let equals = encoded.indexOf('=', start);
      if (equals === -1 || equals > end) equals = end;
      found[decodePercent(encoded.slice(start, equals))] = decodePercent(encoded.slice(equals + 1, end));
    }
    start = end + 1;
  }
  return found;
}

function decodePercent(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw errors.badRequest('Malformed URL encoding');
  }
}

/** An empty body has no parameters, even without a boundary. Files are skipped. */
export function parseMultipart(contentType: string, body: Buffer): Promise<RawParameters> {
  if (body.length === 0) return Promise.resolve(noParameters);
  const { promise, resolve, reject } = Promise.withResolvers<RawParameters>();
  const found = emptyParameters();
  const isText = isUtf8(body);
  const fail = () => reject(errors.badRequest('Malformed multipart body'));
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: maxParameters, fieldSize: body.length, fieldNameSize: 1_000 },
    });
    parser.on('field', (name, value) => {
      // Bytes that are not UTF-8 decode to U+FFFD. When the whole body is valid UTF-8, the client itself sent this character.
      if (value.includes('\uFFFD') && !isText) return reject(notUtf8());
      if (typeof name === 'string') found[name] = value;
    });
    parser.on('file', (_name, file) => file.on('error', fail).resume());
    parser.on('fieldsLimit', () => reject(tooMany()));
    parser.on('error', fail);
    parser.on('finish', () => resolve(found));
    parser.end(body);
  } catch {
    fail();
  }
  return promise;
}

/**
 * Stands for the value `null` in a JSON body, because a form may contain the ordinary text `null`. A text in UTF-8 cannot have
 * this value, because UTF-8 cannot encode half a surrogate pair. A JSON body may contain it as an escape, and is then refused.
 */
export const jsonNull = 'null\ud800';

/** Parses a JSON body, which must be an object or empty. The members of the object are the parameters. */
export function parseJsonBody(body: string): RawParameters {
  if (body.trim() === '') return noParameters;
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw errors.badRequest('The JSON body is not an object');
    }
    const found = emptyParameters();
    const members = Object.entries(value);
    if (members.length > maxParameters) throw tooMany();
    for (const [name, member] of members) {
      if (member === jsonNull)
        throw errors.badRequest(errorText('{parameter} is not well-formed Unicode', { parameter: name }));
      if (member === null) found[name] = jsonNull;
      else found[name] = typeof member === 'string' ? member : JSON.stringify(member);
    }
    return found;
  } catch (error) {
    throw error instanceof ParleyError ? error : errors.badRequest('Malformed JSON body');
  }
}

export const notUtf8 = () => errors.badRequest('Parameters must be well-formed UTF-8');

const tooMany = () =>
  errors.badRequest(errorText('Too many parameters (limit: {limit})', { limit: maxParameters }));

/** Merges the parameters of query and body. When both have a name, the value of the body applies. */
export function mergeParameters(query: RawParameters, body: RawParameters): RawParameters {
  if (query === noParameters) return body;
  if (body === noParameters) return query;
  return Object.assign(emptyParameters(), query, body);
}
