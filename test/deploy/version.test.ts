import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '@parley/core';
import { expect, it } from 'vitest';
import { repository } from './known-env.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

it('everything that is released has the same version', () => {
  const manifests = globSync(['package.json', '{packages,services,deploy}/*/package.json'], {
    cwd: repository,
  });
  const found = manifests.map((file) => [file, JSON.parse(read(file)).version]);
  expect(found.filter(([, version]) => version !== VERSION)).toEqual([]);
  const chart = read('deploy/helm/parley/Chart.yaml');
  expect(chart.match(/(?<=^(?:version|appVersion): )\S+/gm)).toEqual([VERSION, VERSION]);
  const tags = [...read('deploy/compose/compose.yaml').matchAll(/\$\{PARLEY_TAG:-([^}]+)\}/g)];
  expect(new Set(tags.map(([, tag]) => tag))).toEqual(new Set([VERSION]));
  const examples = globSync('packages/testcontainers/{README.md,{src,examples}/**/*.{ts,py,go,java}}', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  });
  const images = examples.flatMap((file) => read(file).match(/(?<=parley\/all-in-one:)[\d.]+\d/g) ?? []);
  expect(images.length).toBeGreaterThan(4);
  expect(new Set(images)).toEqual(new Set([VERSION]));
});
