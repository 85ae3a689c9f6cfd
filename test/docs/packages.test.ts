import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Layers of packages from low to high. A package may depend only on packages of lower layers. */
const layers = [
  ['texts', 'proto'],
  ['core'],
  ['rules'],
  ['settings'],
  ['api'],
  ['rpc', 'db', 'client', 'markdown', 'event-log', 'embedded', 'outside', 'archive'],
  ['facts', 'registration', 'service-kit', 'search-text', 'import-sources'],
  ['file-text'],
  ['web', 'testcontainers'],
];
const forTests = ['test-servers'];

const dependenciesOf = (folder: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@parley/'))
    .map((name) => name.slice('@parley/'.length));
};
const names = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => basename(dirname(file)));

it('packages depend only on packages of lower layers', () => {
  const known = names('packages/*/package.json').filter((name) => !forTests.includes(name));
  expect(known.toSorted()).toEqual(layers.flat().toSorted());
  layers.forEach((layer, height) => {
    const allowed = layers.slice(0, height).flat();
    for (const name of layer) {
      const wrong = dependenciesOf(`packages/${name}`).filter((other) => !allowed.includes(other));
      expect({ name, wrong }).toEqual({ name, wrong: [] });
    }
  });
});

it('services depend only on packages, but on no package for tests', () => {
  for (const service of names('services/*/package.json')) {
    const wrong = dependenciesOf(`services/${service}`).filter((other) => !layers.flat().includes(other));
    expect({ service, wrong }).toEqual({ service, wrong: [] });
  }
});

it('of all programs and packages, only the program that runs services depends on them, beside tests', () => {
  const services = names('services/*/package.json');
  const found = globSync('{packages,services,deploy}/*/package.json', { cwd: root })
    .map((file) => dirname(file))
    .filter((folder) => dependenciesOf(folder).some((name) => services.includes(name)));
  expect(found).toEqual(['deploy/parley']);
  const imports = globSync('{packages,services,deploy}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('deploy/parley/') && !/\.test\.ts$/.test(file))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return services.some((name) => new RegExp(`(from|import\\() ?'@parley/${name}['/]`).test(text));
    });
  expect(imports).toEqual([]);
});

it('no import path leads out of a package, service or program: others are imported by name', () => {
  const wrong = globSync('{packages,services,deploy}/*/{src,test,bench}/**/*.ts', { cwd: root }).flatMap(
    (file) => {
      const room = file.split('/', 2).join('/');
      return [...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)]
        .map(([, path]) => join(dirname(file), path!))
        .filter((path) => !path.startsWith(`${room}/`))
        .map((path) => `${file} → ${path}`);
    },
  );
  expect(wrong).toEqual([]);
});

it('types of tests are checked against the declarations that each project has built', () => {
  // Sources of a project that is missing here would be checked a second time, as part of the tests.
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.tests.json'), 'utf8'));
  const projects = globSync('{packages,services,deploy,test}/*/tsconfig.json', { cwd: root });
  expect(references).toEqual(projects.toSorted().map((file) => ({ path: `./${dirname(file)}` })));
});
