import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { LoggedEvent } from '@parley/proto/events/v1/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogReader } from './log-reader.ts';

const commitLsnBytes = (value: number | bigint): Uint8Array =>
  new BinaryWriter().tag(1, WireType.Varint).int64(value).finish();
const outcome = (decode: () => LoggedEvent): number | 'refused' => {
  try {
    return decode().commitLsn;
  } catch {
    return 'refused';
  }
};

it('returns the same 64-bit integers to generated decoders as its base class', () => {
  const known = [0, 1, 127, 128, 2 ** 32, 2 ** 49 - 1, 2 ** 49, Number.MAX_SAFE_INTEGER, -1, -(2 ** 40)];
  const value = fc.oneof(fc.constantFrom(...known), fc.maxSafeInteger());
  const anyInt64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(fc.oneof(value, anyInt64), (number) => {
      const bytes = commitLsnBytes(number);
      const expected = outcome(() => LoggedEvent.decode(new BinaryReader(bytes)));
      expect(outcome(() => LoggedEvent.decode(new LogReader(bytes)))).toBe(expected);
      expect(Number.isSafeInteger(Number(number)) ? Number(number) : 'refused').toBe(expected);
    }),
  );
});

it('skips the fields that a decoder does not know', () => {
  const writer = new BinaryWriter();
  writer.tag(100, WireType.LengthDelimited).string('unknown').tag(101, WireType.Bit64).double(1.5);
  writer.tag(102, WireType.Bit32).float(1).tag(103, WireType.Varint).int64(-1);
  const bytes = writer
    .tag(1, WireType.Varint)
    .int64(2 ** 40)
    .finish();
  expect(LoggedEvent.decode(new LogReader(bytes)).commitLsn).toBe(2 ** 40);
});

it.each([
  ['a length beyond the end', [0x0a, 5, 1]],
  ['a skipped length beyond the end', [0x7a, 5, 1]],
  ['a number without an end', [0x08, 0xff]],
  ['a tag alone', [0x08]],
  ['a length of 2^63', [0x32, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
])('refuses %s', (_what, bytes) => {
  expect(() => LoggedEvent.decode(new LogReader(Uint8Array.from(bytes)))).toThrow();
});
