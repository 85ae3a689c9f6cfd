import { BinaryReader } from '@bufbuild/protobuf/wire';
import { isSampled } from '@parley/core';

/** Tag of `traceparent` in an encoded Event: field 5, a text. */
const tag = (5 << 3) | 2;

/** The trace that an encoded Event belongs to, if it is recorded. Skips everything else unread. */
export function sampledTraceOf(encoded: Uint8Array): string | undefined {
  const reader = new BinaryReader(encoded);
  while (reader.pos < reader.len) {
    const found = reader.uint32();
    if (found !== tag) reader.skip(found & 7);
    else {
      const traceparent = reader.string();
      return traceparent !== '' && isSampled(traceparent) ? traceparent : undefined;
    }
  }
  return undefined;
}
