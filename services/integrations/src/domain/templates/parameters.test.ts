import { expect, it } from 'vitest';
import { stripe } from '../../catalogue/stripe.ts';
import { isWanted, readParameters } from './parameters.ts';

it('reads every event that an address names, also for tools with hundreds', () => {
  for (const list of [stripe.events.join(','), JSON.stringify(stripe.events)]) {
    const only = readParameters(new URLSearchParams({ only_events: list }).toString());
    const others = readParameters(new URLSearchParams({ exclude_events: list }).toString());
    for (const event of stripe.events) {
      expect(isWanted(event, only)).toBe(true);
      expect(isWanted(event, others)).toBe(false);
    }
    expect(isWanted('another', only)).toBe(false);
    expect(isWanted('another', others)).toBe(true);
  }
});

it.each([
  ['charge.*', 'charge.failed', true],
  ['charge.*', 'recharge.failed', false],
  ['*.failed', 'charge.failed', true],
  ['c*.f*d', 'charge.failed', true],
  ['["charge.failed"]', 'charge.failed', true],
  ['push, charge.failed ,', 'charge.failed', true],
])('only_events=%s and the event %s', (list, event, isTaken) => {
  const { onlyEvents } = readParameters(`only_events=${encodeURIComponent(list)}`);
  expect(isWanted(event, { onlyEvents, excludeEvents: undefined })).toBe(isTaken);
});
