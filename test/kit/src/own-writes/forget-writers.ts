import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Prototype = { before: (...args: never[]) => unknown };

const file = import.meta.filename.endsWith('.ts')
  ? 'src/own-writes/own-writes.ts'
  : 'dist/own-writes/own-writes.js';

/**
 * Disables "read your writes" in the gateways of this process until the result is disposed. Tests use it to prove that their
 * reads detect stale data.
 */
export async function forgetWriters(): Promise<Disposable & { requests: number }> {
  const url = pathToFileURL(join(import.meta.dirname, '../../../../services/gateway', file)).href;
  const { RecentWrites } = (await import(/* @vite-ignore */ url)) as {
    RecentWrites: { prototype: Prototype };
  };
  const { prototype } = RecentWrites;
  const { before } = prototype;
  const forgetful = {
    requests: 0,
    [Symbol.dispose]() {
      prototype.before = before;
    },
  };
  prototype.before = () => {
    forgetful.requests++;
    return undefined;
  };
  return forgetful;
}
