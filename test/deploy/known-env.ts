import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaOwners, serviceNames } from '../../deploy/local/src/services.ts';

export const repository = join(import.meta.dirname, '../..');

export { serviceNames };

/** Names of the variables that a program reads, from the keys of its configuration. */
export function envReadBy(program: string): Set<string> {
  const folder = ['migrate', 'doctor'].includes(program) ? 'deploy' : 'services';
  const text = readFileSync(join(repository, folder, program, 'src/config.ts'), 'utf8');
  const names = new Set([...text.matchAll(/\bPARLEY_[A-Z0-9_]+/g)].map(([name]) => name));
  if ((serviceNames as readonly string[]).includes(program)) {
    // Of every process, whatever it does.
    for (const file of ['core/src/tls.ts', 'service-kit/src/run.ts']) {
      const common = readFileSync(join(repository, 'packages', file), 'utf8');
      for (const [name] of common.matchAll(/\bPARLEY_[A-Z0-9_]+/g)) names.add(name);
    }
  }
  if (program === 'migrate') {
    for (const owner of schemaOwners)
      names.add(`PARLEY_${owner.replaceAll('-', '_').toUpperCase()}_DATABASE_PASSWORD`);
  }
  return names;
}

/** Names of the metrics that code defines, Node's own included, without the endings of histograms. */
export async function definedMetrics(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const file of globSync('{services,packages}/*/src/**/*.ts', { cwd: repository })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(repository, file), 'utf8');
    for (const [, name] of text.matchAll(
      /(?:name:\s*|(?:gauge|counter|histogram)\(\s*)'(parley_[a-z0-9_]+)'/g,
    ))
      names.add(name!);
    // A file may put the service before each name: name: `parley_channel_${name}`.
    const prefix = /name: `(parley_[a-z_]+_)\$\{name\}`/.exec(text)?.[1];
    for (const [, name] of prefix ? text.matchAll(/(?:gauge|counter|histogram)\(\s*'([a-z0-9_]+)'/g) : [])
      names.add(`${prefix}${name}`);
  }
  const { createRegistry } = await import('../../packages/service-kit/src/ops.ts');
  for (const { name } of createRegistry().getMetricsAsArray()) names.add(name);
  return names;
}
