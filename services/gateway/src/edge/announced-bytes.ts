import type { IncomingMessage } from 'node:http';

/** How long the body of a request is by its head, bytes: without end where that does not say. */
export const announcedBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
