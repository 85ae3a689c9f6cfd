import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The layers of this service, lowest first. A file imports only from its own folder and from lower layers; type imports count.
 */
const layers = [
  ['domain', 'telemetry.ts', 'config.ts'],
  ['db', 'clients.ts'],
  ['process', 'events', 'view', 'narrow'],
  ['context.ts'],
  ['guests', 'access'],
  ['audience', 'rendering'],
  ['reading', 'sending'],
  ['participation', 'personal', 'changing'],
  ['create-context.ts', 'workers', 'rpc'],
  ['service.ts'],
  ['index.ts', 'main.ts'],
];

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
/** Returns the folder of a file. The generated list of handlers (`gen`) belongs to `rpc`. */
const folderOf = (file: string): string => file.split('/')[0]!.replace(/^gen$/, 'rpc');
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));

it('the list of layers contains every folder', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(layers.flat().sort());
});

it('files import only from lower folders, so that no import cycle can form', () => {
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...text.matchAll(/ from '(\.[^']+)'/g)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((target) => folderOf(target) !== folderOf(file))
      .filter((target) => layerOf(folderOf(target)) >= layerOf(folderOf(file)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});
