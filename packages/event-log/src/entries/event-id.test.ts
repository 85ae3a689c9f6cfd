import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOf, eventId, MAX_SEQUENCE, sequenceOf } from './event-id.ts';

it('an event ID contains the sequence, and IDs sort by sequence and index', () => {
  const place = fc.tuple(fc.integer({ min: 1, max: MAX_SEQUENCE }), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(place, place, ([s1, i1], [s2, i2]) => {
      const [a, b] = [eventId(s1, i1), eventId(s2, i2)];
      expect(sequenceOf(a)).toBe(s1);
      expect(Math.sign(a - b)).toBe(Math.sign(s1 - s2 || i1 - i2));
      expect(endOf(s1)).toBeGreaterThanOrEqual(a);
      expect(sequenceOf(endOf(s1))).toBe(s1);
    }),
  );
});

it('refuses sequences and indexes that are out of range', () => {
  expect(() => eventId(-1, 0)).toThrow(RangeError);
  expect(() => eventId(1.5, 0)).toThrow(RangeError);
  expect(() => eventId(1, 256)).toThrow(RangeError);
  expect(() => eventId(MAX_SEQUENCE + 1, 0)).toThrow(RangeError);
  expect(Number.isSafeInteger(eventId(MAX_SEQUENCE, 255))).toBe(true);
});
