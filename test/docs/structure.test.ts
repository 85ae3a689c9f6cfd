import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relativeImports } from './relative-imports.ts';

const root = join(import.meta.dirname, '..', '..');

const sources = globSync('{packages,services,deploy,scripts,test}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|gen|generated)$/.test(name),
});
const isShipped = (file: string): boolean =>
  /^(packages|services)\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$/.test(file);
const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

describe('the source files', () => {
  it('have at most 600 lines each', () => {
    expect(sources.length).toBeGreaterThan(500);
    const styles = globSync('packages/*/src/**/*.css', { cwd: root });
    expect(styles.length).toBeGreaterThan(20);
    expect([...sources, ...styles].filter((file) => linesOf(file).length > 600)).toEqual([]);
  });

  it('list the parts of each service in at most 60 lines', () => {
    const services = sources.filter((file) => /^services\/[^/]+\/src\/service\.ts$/.test(file));
    expect(services.length).toBeGreaterThan(7);
    expect(services.filter((file) => linesOf(file).length - 1 > 60)).toEqual([]);
  });

  // If the handler that sends messages imported a value (not only a type) from a module that reads messages, it would also load
  // all parsers of narrows (message filters).
  it('keep the handler of a send small: it reaches fewer than 40 files of its service', () => {
    const figures = execFileSync(process.execPath, [join(root, 'scripts', 'count-code.mjs')], {
      encoding: 'utf8',
    });
    const count = Number(/^own files behind the handler of a send: (\d+)$/m.exec(figures)?.[1]);
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(40);
  });

  it('never import one call from another: shared code is outside of `rpc/`', () => {
    const calls = sources.filter(
      (file) => /^services\/[^/]+\/src\/(\w+\/)?rpc\//.test(file) && isShipped(file),
    );
    const wrong = calls
      .filter((file) => basename(file) !== 'index.ts')
      .flatMap((file) =>
        [
          ...linesOf(file)
            .join('\n')
            .matchAll(/ from '(\.[^']+)'/g),
        ]
          .map(([, path]) => join(dirname(file), path!))
          .filter((path) => calls.includes(path))
          .map((path) => `${file} → ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('import only lower layers: rules import rules, SQL also rules, builders of events also views', () => {
    const wrong = sources.filter(isShipped).flatMap((file) => {
      const [, service, folder] =
        /^services\/([^/]+)\/src\/(?:(?!http\/)[\w-]+\/)?(domain|events|db)\//.exec(file) ?? [];
      const others = { domain: /^domain\//, events: /^(domain|events|db|view)\//, db: /^(domain|db)\// };
      if (folder === undefined) return [];
      return [
        ...linesOf(file)
          .join('\n')
          .matchAll(/ from '(\.[^']+)'/g),
      ]
        .map(([, path]) =>
          join(dirname(file), path!)
            .replace(`services/${service}/src/`, '')
            // Removes the folder of a module: a service may group these folders by module. The service's own test checks the
            // dependencies between its modules.
            .replace(/^[\w-]+\/(?=(domain|events|db|view)\/)/, ''),
        )
        .filter((path) => !others[folder as keyof typeof others].test(path))
        .map((path) => `${file} → ${path}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('no files import each other in a circle, types included', () => {
  const imports = new Map(sources.map((file) => [file, relativeImports(root, file)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(3_000);
  // Repeatedly removes files that import none of the remaining files. Only cycles and files that import them remain.
  for (let before = Number.POSITIVE_INFINITY; imports.size < before; ) {
    before = imports.size;
    for (const [file, imported] of imports) {
      if (!imported.some((each) => imports.has(each))) imports.delete(file);
    }
  }
  // Repeatedly removes files that no remaining file imports. Only cycles and paths between them remain.
  for (let before = Number.POSITIVE_INFINITY; imports.size < before; ) {
    before = imports.size;
    const imported = new Set([...imports.values()].flat());
    for (const file of imports.keys()) if (!imported.has(file)) imports.delete(file);
  }
  expect([...imports.keys()].sort()).toEqual([]);
});

it('advisory locks have unique numbers, because they belong to the whole database', () => {
  const files = [
    ...sources.filter(isShipped),
    ...globSync('{packages,services}/*/**/migrations/*.sql', { cwd: root }),
  ].filter((file) => !/\/(node_modules|dist)\//.test(file));
  const places = files.flatMap((file) => {
    const numbers =
      linesOf(file)
        .join('\n')
        .replaceAll('_', '')
        .match(/\b73058044\d\d\b/g) ?? [];
    return [...new Set(numbers)].map((number) => ({ number, file }));
  });
  expect(places.length).toBeGreaterThan(5);
  const shared = [...Map.groupBy(places, ({ number }) => number).values()].filter(({ length }) => length > 1);
  expect(shared).toEqual([]);
});

it('migrations of a service have consecutive unique numbers from 1 on', () => {
  const folders = Map.groupBy(globSync('services/*/src/db/migrations/*.sql', { cwd: root }), dirname);
  expect(folders.size).toBeGreaterThan(4);
  for (const [folder, files] of folders) {
    const numbers = files.map((file) => Number(basename(file).slice(0, 4))).toSorted((a, b) => a - b);
    expect(numbers, folder).toEqual(numbers.map((_, at) => at + 1));
  }
});

describe('a service’s README', () => {
  const services = globSync('services/*/README.md', { cwd: root }).map((file) => dirname(file));
  it.each(services)('%s: names every folder and every setting', (service) => {
    const text = readFileSync(join(root, service, 'README.md'), 'utf8');
    const name = basename(service);
    // Folders that CONTRIBUTING.md documents for every service.
    const everywhere = ['rpc', 'domain', 'db', 'events', 'http', 'gen'];
    const folders = globSync(`${service}/src/*/`, { cwd: root }).map((folder) => basename(folder));
    expect(
      folders.filter(
        (folder) => !everywhere.includes(folder) && !new RegExp(`\\b${folder}/|\`${folder}\``).test(text),
      ),
    ).toEqual([]);

    const settings = linesOf(`${service}/src/config.ts`)
      .join('\n')
      .match(new RegExp(`PARLEY_${name.toUpperCase().replaceAll('-', '_')}_[A-Z]+[A-Z_]*[A-Z]`, 'g'));
    const prefix = `PARLEY_${name.toUpperCase().replaceAll('-', '_')}`;
    // docs/operations/configuration.md explains these for every service.
    const ofEvery = /_(?:(?:RPC|OPS)_(?:HOST|PORT)|DATABASE_(?:URL|CONNECTIONS))$/;
    const unnamed = [...new Set(settings)].filter(
      (each) =>
        !ofEvery.test(each) && !text.includes(each) && !text.includes(`\`${each.slice(prefix.length)}`),
    );
    expect(unnamed).toEqual([]);
  });
});
