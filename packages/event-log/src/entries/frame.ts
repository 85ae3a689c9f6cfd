import type { LoggedEvent } from '@parley/proto/events/v1/log';

/** An event in a frame of the write-ahead log. The timeline is missing; the relay knows it from the replication slot. */
export type FramedEvent = Omit<LoggedEvent, 'timeline'>;

/** Number of bytes before the encoded event in a frame that `log.emit` writes. */
const FRAME_HEADER_BYTES = 25;
const VERSION = 1;

/** Thrown for a frame that this release cannot decode. The relay counts and skips such frames, so that they do not stop the log. */
export class FrameError extends Error {
  override name = 'FrameError';
}

/**
 * Decodes a frame that `log.emit` has written to the write-ahead log. It consists of the version byte 1, three big-endian
 * 64-bit numbers (transaction ID, assigned ID, start of the emitting statement in microseconds since the Unix epoch), and the
 * encoded `Event`. The event is not copied.
 * @throws FrameError when the frame is too short, has another version or no transaction
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
