import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envNameOf, schemaOwners, serviceNames } from '@parley/core';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files outside of the service's own folder that must be changed to add a service (CONTRIBUTING.md). */
const lists = [
  'deploy/compose/.env.example',
  'deploy/compose/compose.yaml',
  'deploy/helm/parley/values.schema.json',
  'deploy/helm/parley/values.yaml',
  'deploy/parley/package.json',
  'packages/core/src/configuration/services.ts',
  'tsconfig.tests.json',
];

/** File to which a service that emits events must also add its name. */
const origins = 'packages/event-log/src/entries/event.ts';

const isNoList = (file: string): boolean =>
  file === origins ||
  // It ends the containers of release 0.1.0, which had one for each of its services.
  file === 'deploy/compose/upgrade.sh' ||
  // It says which services need certain variables. A new service may need none of them.
  file === 'deploy/helm/parley/templates/deployment.yaml' ||
  file === 'pnpm-lock.yaml' ||
  ['test/deploy/fixtures/', 'test/network/released/'].some((folder) => file.startsWith(folder));

/**
 * Returns whether a text contains the name of a service in any spelling: `user-admin`, `user_admin`, `USER_ADMIN` or
 * `userAdmin`.
 */
function names(text: string, service: string): boolean {
  const snake = service.replaceAll('-', '_');
  const camel = service.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return [service, snake, snake.toUpperCase(), camel].some((name) =>
    new RegExp(`(?<![A-Za-z])${name}(?![a-z])`).test(text),
  );
}

it('a new service is added to seven files outside of its own folder', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const found = files
    .filter((file) => !file.startsWith('services/') && !/\.(md|proto)$/.test(file) && !isNoList(file))
    .filter((file) => lstatSync(join(root, file)).isFile())
    // Leaves out tests. A test that involves all services is no list of services.
    .filter((file) => !/\.(test|e2e)\.ts$|^test\/(docs|network)\//.test(file))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [serviceNames, schemaOwners].some((all) => all.every((service) => names(text, service)));
    });
  expect(found.toSorted()).toEqual(lists);
});

it('a service that emits events is added to one more file', () => {
  const text = readFileSync(join(root, origins), 'utf8');
  expect(schemaOwners.filter((service) => names(text, service)).length).toBeGreaterThan(1);
});

it('the installation on Kubernetes makes a password for each service with a schema', () => {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');
  const missing = schemaOwners.filter(
    (service) => !page.includes(`\nPARLEY_${envNameOf(service)}_DATABASE_PASSWORD=$(new)\n`),
  );
  expect(missing).toEqual([]);
});
