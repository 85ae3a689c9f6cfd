import { errors } from '@parley/core';
import { narrowFields } from '@parley/proto/idempotency';
import type { Method } from './definition.ts';
import { encodeRequest } from './unary-call.ts';

/** The largest number that fits into each numeric type of protobuf. */
const maxInt32 = 2 ** 31 - 1;

/** Largest number of a field. IDs of messages need 64 bits, and are in most requests. */
const largest = (isNarrow: boolean): number => (isNarrow ? maxInt32 : Number.MAX_SAFE_INTEGER);

/**
 * Checks that all numbers of a request fit into their fields, like calls over the network. To decide it, encodes and decodes the
 * few requests with a number that does not fit into each numeric type.
 * @throws BAD_REQUEST when a number cannot be encoded
 * @throws INTERNAL_ERROR when a number cannot be decoded, because JavaScript has no exact value for it
 */
export function checkNumbers(method: Method, request: unknown): void {
  if (fitsEveryType(request)) return;
  const encoded = encodeRequest(method, request);
  try {
    method.requestDeserialize(encoded);
  } catch (error) {
    const internal = errors.internal();
    internal.cause = error;
    throw internal;
  }
}

/**
 * Returns whether all numbers of a message are integers that certainly fit into their fields. A field counts as narrow if one of its name
 * has fewer than 64 bits in any message.
 */
function fitsEveryType(value: unknown, isNarrow = false): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= largest(isNarrow);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) {
    for (const each of value) if (!fitsEveryType(each, isNarrow)) return false;
    return true;
  }
  for (const field in value) {
    if (!fitsEveryType((value as Record<string, unknown>)[field], isNarrow || narrowFields.has(field)))
      return false;
  }
  return true;
}
