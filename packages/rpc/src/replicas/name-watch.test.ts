import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NameWatch } from './name-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Creates a watch on addresses. Names resolve to what the test sets in `names`. */
function watching(addresses: string[], names: Record<string, string[] | Error>) {
  const calls: string[] = [];
  const watch = new NameWatch({
    addresses,
    lookup: async (name) => {
      const found = names[name]!;
      if (found instanceof Error) throw found;
      return found.map((address) => ({ address, family: 4 }));
    },
    onAdded: (address) => calls.push(`+${address}`),
    onRemoved: (address) => calls.push(`-${address}`),
    onLost: (name, error) => calls.push(`${name}: ${(error as Error).message}`),
  });
  /** Advances the time to the next lookup. Returns the callbacks since the previous call. */
  const next = async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    return calls.splice(0);
  };
  return { watch, names, calls, next };
}

it('reports plain addresses immediately, and only once', async () => {
  const { calls, next } = watching(['10.0.0.1:9', '10.0.0.2:9'], {});
  expect(calls.splice(0)).toEqual(['+10.0.0.1:9', '+10.0.0.2:9']);
  expect(await next()).toEqual([]);
});

it('reports replicas that appear and disappear behind a name', async () => {
  const { names, next } = watching(['dns:///a:9'], { a: ['10.0.0.1'] });
  expect(await next()).toEqual(['+10.0.0.1:9']);
  names.a = ['10.0.0.1', '10.0.0.2'];
  expect(await next()).toEqual(['+10.0.0.2:9']);
  names.a = ['10.0.0.2'];
  expect(await next()).toEqual(['-10.0.0.1:9']);
});

it('keeps the known addresses of a name that no longer resolves, and reports that once', async () => {
  const { names, next } = watching(['dns:///a:9', 'dns:///b:9'], { a: ['10.0.0.1'], b: ['10.0.0.2'] });
  await next();
  names.a = [];
  names.b = ['10.0.0.3'];
  expect(await next()).toEqual(['dns:///a:9: The name has no addresses.', '+10.0.0.3:9', '-10.0.0.2:9']);
  names.a = new Error('ENOTFOUND');
  expect(await next()).toEqual([]);
  names.a = ['10.0.0.1'];
  expect(await next()).toEqual([]);
  names.a = new Error('ENOTFOUND');
  expect(await next()).toEqual(['dns:///a:9: ENOTFOUND']);
});

it('reports an address once, even if several names resolve to it', async () => {
  const { names, next } = watching(['dns:///a:9', 'dns:///b:9'], { a: ['10.0.0.1'], b: ['10.0.0.1'] });
  expect(await next()).toEqual(['+10.0.0.1:9']);
  names.a = ['10.0.0.2'];
  expect(await next()).toEqual(['+10.0.0.2:9']);
});

it('looks names up on request, and reports nothing after it was closed', async () => {
  const { watch, names, calls, next } = watching(['dns:///a:9'], { a: ['10.0.0.1'] });
  await watch.lookUp();
  expect(calls.splice(0)).toEqual(['+10.0.0.1:9']);
  names.a = ['10.0.0.2'];
  const looked = watch.lookUp();
  watch.close();
  await looked;
  expect(await next()).toEqual([]);
});
