import { expect, it } from 'vitest';
import { TakenNames } from './taken-names.ts';

it('returns the names that a batch may want, and no others', () => {
  const names = new TakenNames('imported channel');
  const taken = ['plan', 'Plan (2)', 'plan (2) (2)', 'garden', 'imported channel', `${'x'.repeat(50)} (2)`];
  for (const name of taken) names.add(name);
  const always = ['imported channel'];
  expect(names.among(['PLAN'])).toEqual([...always, 'plan', 'Plan (2)', 'plan (2) (2)']);
  expect(names.among(['plan (2)', 'Plan'])).toEqual([...always, 'plan', 'Plan (2)', 'plan (2) (2)']);
  expect(names.among(['pl\u200ban\0'])).toEqual([...always, 'plan', 'Plan (2)', 'plan (2) (2)']);
  expect(names.among(['x'.repeat(400)])).toEqual([...always, `${'x'.repeat(50)} (2)`]);
  expect(names.among(['planet', '', '###'])).toEqual(always);
});

it('sends as many names as are wanted, however many are taken', () => {
  const names = new TakenNames();
  let sent = 0;
  for (let batch = 0; batch < 200; batch++) {
    const wanted = Array.from({ length: 100 }, (_, at) => `channel ${batch * 100 + at}`);
    sent += names.among(wanted).length;
    for (const name of wanted) names.add(name);
  }
  expect(sent).toBe(0);
  expect(names.among(['channel 7', 'channel 19999'])).toEqual(['channel 7', 'channel 19999']);
});
