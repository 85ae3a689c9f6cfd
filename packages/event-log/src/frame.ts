import type { LoggedEvent } from '@parley/proto/events/v1/log';

/** Content of a frame. It lacks the timeline, which the reader of the slot knows. */
export type FramedEvent = Omit<LoggedEvent, 'timeline'>;

/** Number of bytes before the encoded event in a frame of `log.emit`. */
const FRAME_HEADER_BYTES = 25;
const VERSION = 1;

/**
 * A frame that this release cannot decode. The relay counts and skips it, because one bad frame must not stop the log.
 */
export class FrameError extends Error {
  override name = 'FrameError';
}

/**
 * Decodes a frame of `log.emit`: the version byte 1, then three big-endian 64-bit numbers (transaction ID, assigned ID,
 * transaction time in microseconds since the Unix epoch), then the encoded Event, which is not copied.
 * @throws FrameError
 */
export function decodeFrame(frame: Buffer, commitLsn: number, index: number): FramedEvent {
  if (frame.length < FRAME_HEADER_BYTES) throw new FrameError(`a frame of ${frame.length} bytes`);
  if (frame[0] !== VERSION) throw new FrameError(`a frame of version ${frame[0]}`);
  const transactionId = readInt64(frame, 1);
  const assignedId = readInt64(frame, 9);
  const committedAtUs = readInt64(frame, 17);
  if (transactionId <= 0) throw new FrameError('a frame without a transaction');
  return {
    commitLsn,
    index,
    transactionId,
    assignedId,
    committedAtUs,
    event: frame.subarray(FRAME_HEADER_BYTES),
  };
}

function readInt64(buffer: Buffer, offset: number): number {
  const value = buffer.readInt32BE(offset) * 2 ** 32 + buffer.readUInt32BE(offset + 4);
  if (!Number.isSafeInteger(value)) throw new FrameError('a number beyond 2^53');
  return value;
}
