import { BinaryWriter } from '@bufbuild/protobuf/wire';

type Encoder<T> = { encode(message: T, writer?: BinaryWriter): BinaryWriter };

/** A writer that has grown for a larger message is not kept, in bytes. */
const maxKept = 64 * 1024;

/** The writer that the next message is written with; undefined while it is in use, and after a message that could not be encoded. */
let kept: BinaryWriter | undefined;

/**
 * Encodes a message. A new writer starts with an empty buffer and allocates one after the other while it grows, so messages that are
 * encoded often share a writer.
 */
export function encodeMessage<T>(encoder: Encoder<T>, message: T): Uint8Array<ArrayBuffer> {
  const writer = kept ?? new BinaryWriter();
  kept = undefined;
  const bytes = encoder.encode(message, writer).finish();
  if (bytes.length <= maxKept) kept = writer;
  return bytes as Uint8Array<ArrayBuffer>;
}
