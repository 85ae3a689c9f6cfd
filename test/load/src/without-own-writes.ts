// Is loaded into the processes of a cluster before their own code (`node --import`) and makes its gateways forget who
// wrote. The cost of reading one's own writes is measured against them.
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
