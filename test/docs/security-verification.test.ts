import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Requirements that are not met, or not by Parley alone: ID, requirement, reason. */
const rows = read('docs/security-verification.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

/** Requirements that are met: ID, requirement, and the tests and files that show it. */
const met = read('docs/security-verification.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) =>
    Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
    ),
  );

/**
 * Requirements of level 2 (with level 1) of ASVS 4.0.3: for each section the numbers, as ranges. Deleted ones and those of level 3
 * only are left out.
 */
const sections: Readonly<Record<string, string>> = {
  ...{ '1.1': '1-7', '1.2': '1-4', '1.4': '1 4-5', '1.5': '1-4', '1.6': '1-4', '1.7': '1-2', '1.8': '1-2' },
  ...{ '1.9': '1-2', '1.10': '1', '1.11': '1-2', '1.12': '2', '1.14': '1-6' },
  ...{ '2.1': '1-12', '2.2': '1-3', '2.3': '1-3', '2.4': '1-5', '2.5': '1-7', '2.6': '1-3', '2.7': '1-6' },
  ...{ '2.8': '1-7', '2.9': '1-3', '2.10': '1-4' },
  ...{ '3.1': '1', '3.2': '1-4', '3.3': '1-4', '3.4': '1-5', '3.5': '1-3', '3.7': '1' },
  ...{ '4.1': '1-3 5', '4.2': '1-2', '4.3': '1-3' },
  ...{ '5.1': '1-5', '5.2': '1-8', '5.3': '1-10', '5.4': '1-3', '5.5': '1-4' },
  ...{ '6.1': '1-3', '6.2': '1-6', '6.3': '1-2', '6.4': '1-2' },
  ...{ '7.1': '1-4', '7.2': '1-2', '7.3': '1 3-4', '7.4': '1-3' },
  ...{ '8.1': '1-4', '8.2': '1-3', '8.3': '1-8' },
  ...{ '9.1': '1-3', '9.2': '1-4', '10.2': '1-2', '10.3': '1-3', '11.1': '1-8' },
  ...{ '12.1': '1-3', '12.2': '1', '12.3': '1-6', '12.4': '1-2', '12.5': '1-2', '12.6': '1' },
  ...{ '13.1': '1 3-5', '13.2': '1-3 5-6', '13.3': '1-2', '13.4': '1-2' },
  ...{ '14.1': '1-4', '14.2': '1-6', '14.3': '2-3', '14.4': '1-7', '14.5': '1-4' },
};

const requirements = Object.entries(sections).flatMap(([section, ranges]) =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
  }),
);

/** Compares IDs such as `2.10.1` number by number. */
function inOrder(one: string, other: string): number {
  const [numbers, others] = [one, other].map((id) => id.split('.').map(Number));
  const at = numbers!.findIndex((number, index) => number !== others![index]);
  return at === -1 ? 0 : numbers![at]! - others![at]!;
}

describe('the verification of security', () => {
  it('has each requirement of level 2, once', () => {
    const ids = [...rows, ...met].map(([id]) => id!);
    expect(ids.toSorted(inOrder)).toEqual(requirements.toSorted(inOrder));
  });

  it('gives a reason for each requirement that is not met', () => {
    expect(rows.length).toBeGreaterThan(20);
    const wrong = rows.filter(([, requirement = '', reason = '']) => requirement === '' || reason.length < 8);
    expect(wrong).toEqual([]);
  });

  it('shows of each other one how it is met, by files that exist', () => {
    const wrong = met.filter(([, requirement = '', shown = '', ...others]) => {
      const files = shown.match(/(?<![\w./-])[\w.-]*\/[\w./-]+\.\w+(?![\w/])/g) ?? [];
      const missing = files.filter((file) => !existsSync(join(root, file)));
      return requirement === '' || shown.length < 8 || missing.length > 0 || others.length > 0;
    });
    expect(wrong).toEqual([]);
  });
});
