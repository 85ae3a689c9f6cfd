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
