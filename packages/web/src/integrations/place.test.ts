import { expect, it } from 'vitest';
import { placeOfPath } from './place.ts';

it('each address shows one view', () => {
  expect(placeOfPath([])).toEqual({ view: 'catalogue' });
  expect(placeOfPath(['add', 'github'])).toEqual({ view: 'add', integration: 'github' });
  expect(placeOfPath(['add'])).toEqual({ view: 'catalogue' });
  expect(placeOfPath(['apps'])).toEqual({ view: 'apps' });
  expect(placeOfPath(['outgoing'])).toEqual({ view: 'outgoing' });
  expect(placeOfPath(['connected'])).toEqual({ view: 'connected' });
  expect(placeOfPath(['connected', '12'])).toEqual({ view: 'bot', botId: 12 });
  expect(placeOfPath(['connected', 'x'])).toEqual({ view: 'connected' });
  expect(placeOfPath(['nothing'])).toEqual({ view: 'catalogue' });
});
