import { Event, Origin } from '@parley/proto/events/v1/event';
import { expect, it } from 'vitest';
import { SignalBuffer } from './signals.ts';

const signal = Event.encode(
  Event.fromPartial({ kind: 'messaging.typing.start', origin: Origin.SIGNAL }),
).finish();

it('counts the signals that are lost when a session ends', () => {
  let dropped = 0;
  const signals = new SignalBuffer({ signalDropped: () => dropped++ }, () => undefined);
  for (let n = 0; n < 3; n++) signals.add(signal);
  signals.take(1);
  signals.stop();
  expect(dropped).toBe(2);
  signals.stop();
  expect(dropped).toBe(2);
});
