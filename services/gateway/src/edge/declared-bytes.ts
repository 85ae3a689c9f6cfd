import type { IncomingMessage } from 'node:http';

/** Returns the body length in bytes that the headers declare; infinite for chunked bodies. */
export const declaredBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
