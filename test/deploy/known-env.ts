import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envNameOf, schemaOwners, serviceNames } from '@parley/core';

export const repository = join(import.meta.dirname, '../..');

export { serviceNames };

/**
 * Returns the names of the environment variables that a program reads. They are the keys of its configuration schema. `parley` is a
 * process with all services.
 */
export function envReadBy(program: string): Set<string> {
  if (program === 'parley') {
    const own = readFileSync(join(repository, 'deploy/parley/src/config.ts'), 'utf8');
    const ofProcess = own.match(/\bPARLEY_[A-Z0-9_]+/g) ?? [];
    return new Set([...ofProcess, ...serviceNames.flatMap((service) => [...envReadBy(service)])]);
  }
  const folder = ['migrate', 'doctor'].includes(program) ? 'deploy' : 'services';
  const files = globSync('src/{,video-calls/}config.ts', { cwd: join(repository, folder, program) });
  const text = files.map((file) => readFileSync(join(repository, folder, program, file), 'utf8')).join('\n');
  const names = new Set([...text.matchAll(/\bPARLEY_[A-Z0-9_]+/g)].map(([name]) => name));
  if ((serviceNames as readonly string[]).includes(program)) {
    // These files define variables that every process reads.
    for (const file of [
      'core/src/configuration/tls.ts',
      'core/src/secrets/rpc-secret.ts',
      'core/src/secrets/secret-keys.ts',
      'core/src/configuration/nats-security.ts',
      'service-kit/src/run.ts',
    ]) {
      const common = readFileSync(join(repository, 'packages', file), 'utf8');
      for (const [name] of common.matchAll(/\bPARLEY_[A-Z0-9_]+/g)) names.add(name);
    }
  }
  if (program === 'migrate') {
    for (const owner of schemaOwners) names.add(`PARLEY_${envNameOf(owner)}_DATABASE_PASSWORD`);
  }
  return names;
}

/** Returns the labels of a metric, given the source text that defines it. */
const labelsIn = (text = ''): string[] =>
  [...(/labelNames: \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'([a-z_]+)'/g)].map(([, label]) => label!);

/**
 * Returns the metrics that the code defines, including Node's default metrics, with their labels. A histogram is listed under
 * its base name.
 */
export async function definedMetrics(): Promise<Map<string, readonly string[]>> {
  const labels = new Map<string, readonly string[]>();
  for (const file of globSync('{services,packages}/*/src/**/*.ts', { cwd: repository })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(repository, file), 'utf8');
    for (const { 0: found, 1: name, index } of text.matchAll(/name:\s*'(parley_[a-z0-9_]+)'/g)) {
      const end = text.indexOf('})', index + found.length);
      labels.set(name!, labelsIn(text.slice(index, end)));
    }
    // Some files define metrics through helper functions that add labels or a prefix. The last helper before a use applies.
    const prefix = /name: `(parley_[a-z_]+_)\$\{name\}`/.exec(text)?.[1] ?? '';
    for (const { 1: name, index } of text.matchAll(/(?:gauge|counter|histogram)\(\s*'([a-z0-9_]+)'/g)) {
      const helper = [...text.slice(0, index).matchAll(/new \w+\(\{\s*name[,:][^}]*\}/g)].at(-1);
      const whole = name!.startsWith('parley_') ? name! : `${prefix}${name}`;
      if (whole.startsWith('parley_')) labels.set(whole, labelsIn(helper?.[0]));
    }
  }
  const { createRegistry } = await import('../../packages/service-kit/src/ops.ts');
  for (const metric of createRegistry().getMetricsAsArray())
    labels.set(metric.name, (metric as unknown as { labelNames: string[] }).labelNames);
  return labels;
}
