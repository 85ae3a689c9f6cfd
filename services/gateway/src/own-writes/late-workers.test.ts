import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { derivingWorkers } from './late-workers.ts';

/**
 * Workers that only send notifications. They write no data that requests read, or, as `integrations`, only what a program is still to
 * get and new tokens after the access of a bot has ended: neither is the caller's own write.
 */
const notifyingWorkers = ['channel-notices', 'integrations', 'messaging', 'notify-phones'];

it('for every worker of every service, either requests wait because it derives what they read, or it only notifies', () => {
  const services = join(import.meta.dirname, '../../..');
  const found = globSync('*/src/**/*.ts', { cwd: services, exclude: (name) => name.endsWith('.test.ts') })
    .map((file) => readFileSync(join(services, file), 'utf8'))
    .filter((source) => /\b(startWorker|work)\(/.test(source))
    .flatMap((source) => [...source.matchAll(/^ {4,8}name: '([\w-]+)',$/gm)].map(([, name]) => name!));
  expect(found.toSorted()).toEqual([...derivingWorkers, ...notifyingWorkers].toSorted());
});
