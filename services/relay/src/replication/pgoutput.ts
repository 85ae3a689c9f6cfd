/** A message of the pgoutput protocol (version 1). `other` stands for kinds that the relay ignores. */
export type PgoutputMessage =
  | { kind: 'begin'; commitLsn: number }
  | { kind: 'message'; transactional: boolean; prefix: string; content: Buffer }
  | { kind: 'commit'; commitLsn: number; endLsn: number }
  | { kind: 'other' };

const OTHER: PgoutputMessage = { kind: 'other' };

/** Reads a big-endian 64-bit integer. The result is exact below 2^53. */
export const readInt64 = (data: Buffer, offset: number): number =>
  data.readUInt32BE(offset) * 2 ** 32 + data.readUInt32BE(offset + 4);

/** `content` of the result shares its memory with `data`. @throws RangeError when the message is too short */
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
          transactional: (data.readUInt8(1) & 1) === 1,
          prefix: data.toString('utf8', 10, end),
          content: data.subarray(start, start + length),
        };
      }
    default:
      return OTHER;
  }
}
