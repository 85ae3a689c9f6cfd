// Disables "read your writes" in the gateways of a cluster, so that the cost of this guarantee can be measured. `node --import`
// loads this file into each process before its own code.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Methods = Record<'before' | 'begin' | 'report', (...args: never[]) => unknown>;

const main = process.argv[1] ?? '';
if (main.includes('/gateway/')) {
  const file = pathToFileURL(join(dirname(main), 'own-writes/own-writes.js')).href;
  const { RecentWrites } = (await import(file)) as { RecentWrites: { prototype: Methods } };
  Object.assign(RecentWrites.prototype, {
    before: () => undefined,
    begin: () => ({ end: async () => undefined }),
    report: async () => undefined,
  } satisfies Methods);
}
