/** A message of the pgoutput protocol (version 1), as a slot with an empty publication sends them. */
export type PgoutputMessage =
  | { kind: 'begin'; commitLsn: number }
  | { kind: 'message'; transactional: boolean; prefix: string; content: Buffer }
  | { kind: 'commit'; commitLsn: number; endLsn: number }
  | { kind: 'other' };

const OTHER: PgoutputMessage = { kind: 'other' };

/** Reads a 64-bit number (big-endian). It is exact below 2^53. */
export const readInt64 = (data: Buffer, offset: number): number =>
  data.readUInt32BE(offset) * 2 ** 32 + data.readUInt32BE(offset + 4);

/**
 * Parses one message. `content` points into `data`.
 * @throws RangeError when the bytes end too early
 */
export function parsePgoutput(data: Buffer): PgoutputMessage {
  switch (data[0]) {
    case 0x42 /* B */:
      return { kind: 'begin', commitLsn: readInt64(data, 1) };
    case 0x43 /* C */:
      return { kind: 'commit', commitLsn: readInt64(data, 2), endLsn: readInt64(data, 10) };
    case 0x4d /* M */:
      {
        const end = data.indexOf(0, 10);
        if (end < 0) throw new RangeError('a logical message without an end of its prefix');
        const length = data.readUInt32BE(end + 1);
        const start = end + 5;
        if (start + length > data.length) throw new RangeError('a logical message that is too short');
        return {
          kind: 'message',
          transactional: (data[1]! & 1) === 1,
          prefix: data.toString('utf8', 10, end),
          content: data.subarray(start, start + length),
        };
      }
    default:
      return OTHER;
  }
}
