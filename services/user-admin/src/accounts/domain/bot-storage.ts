import { errors, errorText } from '@parley/core';
import type { BotStorageEntry } from '@parley/proto/useradmin/v1/personal';

const maxKeyLength = 500;
const maxTexts = 10_000;
/** Maximum total size of the texts and keys of an account, in bytes. They must fit into one gRPC message. */
const maxBytes = 10_000_000;

/** Checks that keys are short enough for the database index. @throws BAD_REQUEST otherwise */
export function checkKeys(entries: readonly BotStorageEntry[]): void {
  if (entries.some(({ key }) => key.length > maxKeyLength)) {
    throw errors.badRequest(
      errorText('storage has a key that is too long (limit: {limit} characters)', { limit: maxKeyLength }),
    );
  }
}

/** Checks the total number and size of the texts of an account. @throws BAD_REQUEST when they exceed the limits */
export function checkSize({ count, bytes }: { count: number; bytes: number }): void {
  if (bytes > maxBytes) {
    throw errors.badRequest(
      errorText('Request exceeds storage limit by {excess} bytes. The limit is {limit} bytes.', {
        excess: bytes - maxBytes,
        limit: maxBytes,
      }),
    );
  }
  if (count > maxTexts)
    throw errors.badRequest(errorText('At most {limit} keys can be stored.', { limit: maxTexts }));
}

export const noSuchKey = () => errors.badRequest('Key does not exist.');
