import { errors, errorText } from '@parley/core';
import type { BotStorageEntry } from '@parley/proto/useradmin/v1/personal';

const maxKeyLength = 500;
const maxTexts = 10_000;
/** Maximum number of bytes of all texts and keys of an account. One gRPC message must hold all of them. */
const maxBytes = 10_000_000;

/** Checks that keys are short enough for the index. @throws BAD_REQUEST */
export function checkKeys(entries: readonly BotStorageEntry[]): void {
  if (entries.some(({ key }) => key.length > maxKeyLength)) {
    throw errors.badRequest(
      errorText('storage has a key that is too long (limit: {limit} characters)', { limit: maxKeyLength }),
    );
  }
}

/** Checks the number and size of the texts of an account. @throws BAD_REQUEST */
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

/** Returns the error for a key that is not stored. */
export const noSuchKey = () => errors.badRequest('Key does not exist.');
