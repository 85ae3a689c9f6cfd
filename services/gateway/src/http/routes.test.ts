import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areas, transfers } from './routes.ts';

it('every operation is in a file with its name, in the folder of its area or below it', () => {
  const isFile = (area: string, operation: string) =>
    globSync(`${area}/**/${operation}.ts`, { cwd: import.meta.dirname }).length === 1;
  for (const { name, routes } of areas) {
    const elsewhere = routes.map((each) => each.operation).filter((each) => !isFile(name, each));
    expect(elsewhere, name).toEqual([]);
  }
  const elsewhere = transfers.filter(({ area, operation }) => !isFile(`${area}`, `${operation}`));
  expect(elsewhere.map(({ operation }) => operation)).toEqual([]);
});
