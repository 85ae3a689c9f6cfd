import { BinaryWriter } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fields } from './wire.ts';

it('reads what a writer wrote, skipping what is not asked for', () => {
  const number = fc.integer({ min: 1, max: 5000 });
  const field = fc.oneof(
    fc.tuple(number, fc.constant('varint' as const), fc.maxSafeNat()),
    fc.tuple(number, fc.constant('text' as const), fc.string()),
    fc.tuple(number, fc.constant('double' as const), fc.double()),
    fc.tuple(number, fc.constant('float' as const), fc.constant(1)),
  );
  fc.assert(
    fc.property(fc.array(field), (written) => {
      const writer = new BinaryWriter();
      for (const [at, kind, value] of written) {
        if (kind === 'varint') writer.tag(at, 0).int64(value);
        else if (kind === 'text') writer.tag(at, 2).string(value);
        else if (kind === 'double') writer.tag(at, 1).double(value);
        else writer.tag(at, 5).float(value);
      }
      const fields = new Fields(writer.finish());
      const read: unknown[] = [];
      while (fields.next()) {
        const kind = written[read.length]![1];
        const value = kind === 'varint' ? fields.value : kind === 'text' ? fields.text() : undefined;
        read.push([fields.number, value]);
      }
      const known = written.map(([at, kind, value]) => [
        at,
        kind === 'text' || kind === 'varint' ? value : undefined,
      ]);
      expect(read).toEqual(known);
    }),
  );
});

it.each([
  ['a length beyond the end', [0x0a, 5, 1]],
  ['a number without an end', [0x08, 0xff]],
  ['a tag alone', [0x08]],
  ['a length that is none', [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
  ['a group', [0x0b]],
  ['a field without a number', [0x00, 0]],
])('refuses %s', (_what, bytes) => {
  const fields = new Fields(Uint8Array.from(bytes));
  expect(() => {
    while (fields.next());
  }).toThrow(RangeError);
});

it('has no value for a number that is negative', () => {
  const fields = new Fields(new BinaryWriter().tag(1, 0).int64(-1).tag(2, 0).int32(7).finish());
  expect([fields.next(), fields.value, fields.next(), fields.value]).toEqual([true, Number.NaN, true, 7]);
});
