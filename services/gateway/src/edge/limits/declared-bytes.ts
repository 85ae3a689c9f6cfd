import type { IncomingMessage } from 'node:http';

/** Returns the length of the body in bytes that the headers declare; Infinity for a chunked body. */
export const declaredBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
