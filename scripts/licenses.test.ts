import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials, isPermitted, listPackages, problems } from './licenses.mjs';

/** Returns the name in `name@version`. */
const nameOf = (reference: string): string => reference.slice(0, reference.lastIndexOf('@'));

it('reads license expressions', () => {
  expect(isPermitted('MIT')).toBe(true);
  expect(isPermitted('(MIT OR GPL-3.0-only)')).toBe(true);
  expect(isPermitted('(Apache-2.0 AND BSD-3-Clause)')).toBe(true);
  expect(isPermitted('MIT AND GPL-3.0-only')).toBe(false);
  expect(isPermitted('GPL-2.0-only OR (MIT AND (ISC OR AGPL-3.0-only))')).toBe(true);
  expect(isPermitted('AGPL-3.0-only')).toBe(false);
  expect(isPermitted('none given')).toBe(false);
  expect(isPermitted('')).toBe(false);
});

it('no shipped or used package has a license that is not permitted', () => {
  expect(listPackages({ includeDev: false }).length).toBeGreaterThan(50);
  expect(problems()).toEqual([]);
});

it('does not count tools and tests as shipped', () => {
  const shipped = new Set(listPackages({ includeDev: false }).map(({ name }) => name));
  expect(shipped.has('fastify')).toBe(true);
  for (const tool of ['vitest', 'typescript', '@biomejs/biome', 'kubernetes-models'])
    expect(shipped.has(tool)).toBe(false);
});

it('counts packages in the web client’s bundle as shipped, but not the tools that build it', () => {
  const shipped = new Map(listPackages({ includeDev: false }).map(({ name, version }) => [name, version]));
  const bundled: string[] = JSON.parse(
    readFileSync(join(import.meta.dirname, '../packages/web/dist/bundled-packages.json'), 'utf8'),
  );
  expect(bundled.length).toBeGreaterThan(3);
  expect(bundled.filter((each) => each !== `${nameOf(each)}@${shipped.get(nameOf(each))}`)).toEqual([]);
  for (const tool of ['vite', '@babel/core', 'babel-preset-solid']) expect(shipped.has(tool)).toBe(false);
  const names = billOfMaterials().components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(bundled.map(nameOf)));
});

it('builds a reproducible bill of materials with a checksum for every external package', () => {
  const bill = billOfMaterials();
  expect(billOfMaterials()).toEqual(bill);
  const refs = new Set(bill.components.map((component: { 'bom-ref': string }) => component['bom-ref']));
  expect(refs.size).toBe(bill.components.length);
  for (const component of bill.components) {
    if (component.purl)
      expect([component.purl, component.hashes?.[0].content.length]).toEqual([component.purl, 128]);
  }
  for (const { ref, dependsOn } of bill.dependencies) {
    expect([ref, dependsOn.filter((needed: string) => !refs.has(needed))]).toEqual([ref, []]);
  }
});
