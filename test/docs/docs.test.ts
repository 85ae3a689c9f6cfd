import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const tracked = (pattern: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));

describe('links in Markdown files', () => {
  it.each(tracked('*.md'))('in %s lead to files that exist', (file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!.split('#')[0]!);
    const relative = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
    const missing = relative.filter((target) => !existsSync(join(root, dirname(file), target)));
    expect(missing).toEqual([]);
  });
});

describe('every package, service and program', () => {
  const folders = tracked('*/*/package.json')
    .map(dirname)
    .filter((folder) => !folder.startsWith('test/'));
  it.each(folders)('%s has a README that describes it', (folder) => {
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true);
  });
});

describe('maps of folders', () => {
  const linked = (map: string) => readFileSync(join(root, map), 'utf8');
  it('list every decision', () => {
    const pages = tracked('docs/decisions/*.md').filter((file) => !file.endsWith('/README.md'));
    const missing = pages.filter(
      (page) => !linked('docs/decisions/README.md').includes(`(${basename(page)})`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['deploy', 'test'])('list every folder of %s', (folder) => {
    const folders = new Set(tracked(`${folder}/*/**`).map((file) => file.split('/')[1]!));
    const map = linked(`${folder}/README.md`);
    expect(
      [...folders].filter((folder) => !map.includes(`- [${folder}](`) && !map.includes(`| [${folder}](`)),
    ).toEqual([]);
  });
});

describe('the first screen of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  it('names every service and where to start reading', () => {
    for (const service of tracked('services/*/package.json').map(dirname)) {
      expect(readme).toContain(`](${service})`);
      expect(readme).toContain(`](${service}/src/`);
    }
  });
});

describe('the promises of the README', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8').split('\n## What Parley promises\n')[1]!;
  const promises = Array.from(
    text.split(/\n(?=\*\*)/).slice(1),
    (promise) => [promise.split('**')[1]!, promise] as const,
  );
  it('are found', () => {
    expect(promises.length).toBeGreaterThan(5);
  });

  it.each(promises)('“%s” have a rule that keeps them, and tests', (_, promise) => {
    expect(promise).toMatch(/\n- How: [\s\S]+\n- Tests?: /);
    // A test of the repository, or a benchmark with a page that has its figures.
    expect(promise.split(/\n- Tests?: /)[1]).toMatch(/\]\((?:test|services)\/[\w./-]+\.ts\)|`npm run bench/);
  });
});

it('CONTRIBUTING.md explains every command of package.json, and first those that every change needs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const blocks = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g);
  const commands = Array.from(blocks, ([, block]) =>
    Array.from(
      block!.matchAll(/^(?:npm (?:run )?([\w:-]+)|(\.ci\/\w+)) +# \w/gm),
      ([, script, file]) => script ?? file!,
    ),
  );
  expect(commands[0]).toEqual(['start', 'test', 'test:watch', 'lint', '.ci/run']);
  expect(commands.flat().toSorted()).toEqual([...Object.keys(scripts), '.ci/run'].toSorted());
});

/** Pages whose wide tables a program writes or a test reads cell by cell, and folders of tables that operators look rows up in. */
const wideTables = [
  'docs/api/register.md',
  'docs/clients.md',
  'docs/events.md',
  'docs/operations/',
  'docs/security-verification.md',
];

it('no table has a row of more than 300 characters, which is unreadable as text and belongs into a list', () => {
  const pages = tracked('*.md').filter((file) => /^docs\/|^[A-Z]+\.md$/.test(file));
  const wide = pages.filter((file) => /^\|.{300}/m.test(readFileSync(join(root, file), 'utf8')));
  expect(wide.filter((file) => !wideTables.some((allowed) => file.startsWith(allowed)))).toEqual([]);
});
