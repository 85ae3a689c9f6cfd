import { hash } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the UUID of a message of a source. It is derived from the key, so that the same message is never imported twice. A message
 * of Parley keeps the UUID that it has there.
 */
export function sendKeyOf(source: string, key: string): string {
  if (source.startsWith('parley:') && uuid.test(key)) return key;
  const hex = hash('sha256', `${source}\0message\0${key}`);
  // The form of a UUID of version 8, whose contents each program chooses.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the key of a file. A file of Parley keeps its key, so that a later export names it by the same one. */
export const fileKeyOf = (source: string, key: string): string =>
  source.startsWith('parley:') ? `parley ${key}` : hash('sha256', `${source}\0file\0${key}`);

/** Returns the millisecond of a time in seconds, whose fraction may be a little less than it was when it was written. */
export const millisecondOf = (seconds: number): number => Math.floor(seconds * 1_000 + 0.01);
