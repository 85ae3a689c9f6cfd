import { expect, it } from 'vitest';
import { Tally } from './report.ts';

it('a report stays small, whatever an archive calls its files and kinds', () => {
  const tally = new Tally();
  const long = 'x'.repeat(100_000);
  for (let kind = 0; kind < 1_500; kind++)
    for (let times = 0; times < 3; times++) tally.find(`kind-${kind}`, long, long);
  tally.take({ kind: 'finding', finding: 'kind-0', where: long, example: long, count: 2 });
  expect(tally.findings).toHaveLength(1_000);
  expect(tally.findings.find(({ kind }) => kind === 'kind-0')?.count).toBe(5);
  expect(JSON.stringify(tally.findings).length).toBeLessThan(1_200_000);
});
