import { errors } from '@parley/core';
import type { BotStorageEntry } from '@parley/proto/useradmin/v1/personal';

const maxKeyLength = 500;
const maxTexts = 10_000;
/** Maximum bytes of all texts of an account, keys included: one gRPC message must hold all of them. */
const maxBytes = 10_000_000;

/** @throws BAD_REQUEST when a key is too long for an index */
export function checkKeys(entries: readonly BotStorageEntry[]): void {
  if (entries.some(({ key }) => key.length > maxKeyLength)) {
    throw errors.badRequest(`storage has a key that is too long (limit: ${maxKeyLength} characters)`);
  }
}

/** @throws BAD_REQUEST when an account stores too many texts or bytes */
export function checkSize({ count, bytes }: { count: number; bytes: number }): void {
  if (bytes > maxBytes) {
    throw errors.badRequest(
      `Request exceeds storage limit by ${bytes - maxBytes} bytes. The limit is ${maxBytes} bytes.`,
    );
  }
  if (count > maxTexts) throw errors.badRequest(`At most ${maxTexts} keys can be stored.`);
}

/** Refuses a request for a key that is not stored. */
export const noSuchKey = () => errors.badRequest('Key does not exist.');
