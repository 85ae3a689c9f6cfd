import { expect, it } from 'vitest';
import { Meter } from './run-import.ts';
import type { Running } from './state.ts';

const meterOf = (total: number) => new Meter({} as Running, total);

it('measures a source that streams by its bytes', () => {
  const meter = meterOf(1_000);
  meter.bytes = 400;
  expect(meter.done).toBe(60);
  meter.isReading = false;
  expect(meter.done).toBe(400);
  meter.bytes = 5_000;
  expect(meter.done).toBe(1_000);
});

it('measures a source that is read whole by its messages, and never goes back', () => {
  const meter = meterOf(1_000);
  const seen = [meter.done];
  const note = () => seen.push(meter.done);
  meter.expect(0);
  meter.bytes = 500;
  note();
  meter.isReading = false;
  note();
  meter.bytes = 1_000;
  note();
  meter.expect(200);
  note();
  for (let at = 0; at < 3; at++) {
    meter.handled(100);
    note();
  }
  expect(seen).toEqual([0, 75, 75, 150, 150, 575, 1_000, 1_000]);
});
