import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areas, transfers } from './routes.ts';

it('every operation is in a file with its name', () => {
  const isFile = (path: string) => existsSync(new URL(path, import.meta.url));
  for (const { name, routes } of areas) {
    const elsewhere = routes.map((each) => each.operation).filter((each) => !isFile(`${name}/${each}.ts`));
    expect(elsewhere, name).toEqual([]);
  }
  const elsewhere = transfers.filter(({ area, operation }) => !isFile(`${area}/${operation}.ts`));
  expect(elsewhere.map(({ operation }) => operation)).toEqual([]);
});
