import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const performance = textOf('docs/performance.md');
const pages = globSync('docs/performance/*.md', { cwd: root });

/** A number with its unit, or a number with decimals, whose unit may stand after another number: `6.60 → 7.20 ms`. */
const figure =
  /(?<![\d.,])\d[\d,]*(?:(?:\.\d+)?(?: (?:µs|ms|s|bytes|cores|rows|%|×)|(?: MiB| events)? ?\/s)(?![\w/])|\.\d+)/g;

/** Returns the figures of a section that none of the pages has to which the section links. */
function unsupported(section: string): string[] {
  const linked = [...section.matchAll(/\]\((performance\/[\w-]+\.md)/g)].map(([, page]) =>
    textOf(`docs/${page}`),
  );
  return [...section.replaceAll(/\]\([^)]*\)/g, ']').matchAll(figure)]
    .map(([found]) => found)
    .filter((found) => {
      const exact = new RegExp(`(?<![\\d.,])${found.replaceAll('.', '\\.')}(?![\\d\\w/])`);
      return !linked.some((page) => exact.test(page));
    });
}

const sections = performance.split(/^(?=##+ )/m).map((text) => [text.split('\n')[0]!, text] as const);

describe('docs/performance.md', () => {
  it('can be read in five minutes', () => {
    expect(performance.split(/\s+/).length).toBeLessThanOrEqual(2_000);
  });

  it.each(sections)('has no figure that is not on a page of measurements to which “%s” links', (_, text) => {
    expect(unsupported(text)).toEqual([]);
  });

  it('finds figures with their units, and those that a page lacks', () => {
    const page = '](performance/2026-11-27-unit-costs.md)';
    expect(unsupported(`CPU of [a bare request${page} is 26.5 µs, of a send 190 µs.`)).toEqual([]);
    expect(unsupported(`Costs [26.5 ms${page}, 90 µs, 6.5 → 191 µs, 1,222 bytes, 5 /s and 9 MiB/s.`)).toEqual(
      ['26.5 ms', '90 µs', '6.5', '191 µs', '1,222 bytes', '5 /s', '9 MiB/s'],
    );
  });

  it.each(pages)('links to %s', (page) => {
    expect(performance).toContain(`](${page.slice('docs/'.length)})`);
  });
});

it('every scenario of the benchmark is described', () => {
  const main = textOf('test/load/src/main.ts');
  const names = ['scenarios: Record<string, Scenario>', 'separate: Record<string, .*'].flatMap(
    (declaration) => {
      const list = new RegExp(`const ${declaration} = \\{\\n([\\s\\S]*?)\\n\\};`).exec(main)?.[1];
      return Array.from(list!.matchAll(/^ {2}(\w+),$/gm), ([, name]) => name!);
    },
  );
  expect(names.length).toBeGreaterThan(20);
  const described = textOf('docs/performance/scenarios.md');
  expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
