import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const site = join(import.meta.dirname, '../../../packages/web/dist/site');
/** Maximum size of the scripts of the first load in bytes, compressed as the gateway sends them. */
const maxCompressed = 130_000;
/** Maximum size in bytes that a browser must parse before it shows anything. */
const maxParsed = 500_000;

/** Returns the scripts that a browser loads before anything is shown: those of the page, and what they import statically. */
function firstScripts(): string[] {
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  const found = new Set(
    [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+\.js)"/g)].map(
      ([, name]) => name!,
    ),
  );
  // Iterating over a set also visits what is added meanwhile.
  for (const name of found) {
    const code = readFileSync(join(site, name), 'utf8');
    for (const [, other] of code.matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(`assets/${other}`);
  }
  return [...found];
}

it('the scripts of the first load are small; what the first screen does not need is loaded on demand', () => {
  const scripts = firstScripts();
  expect(scripts.some((name) => /^assets\/app-.*\.js$/.test(name))).toBe(true);
  const sum = (suffix: string) =>
    scripts.reduce((total, name) => total + statSync(join(site, name + suffix)).size, 0);
  expect(sum('.br')).toBeGreaterThan(50_000);
  expect(sum('.br')).toBeLessThanOrEqual(maxCompressed);
  expect(sum('')).toBeLessThanOrEqual(maxParsed);
});
