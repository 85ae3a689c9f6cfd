import type { Db } from './db.ts';

/**
 * Returns a part of a pool: it uses at most `connections` of the pool's connections at a time, and further work waits in order. So work
 * that can wait never takes the connections that requests need. Work of the part must not wait for other work of it.
 */
export function shareOf(db: Db, connections: number): Db {
  let free = connections;
  const waiting: (() => void)[] = [];
  const limited = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The connection goes to the work that has waited longest.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  return {
    many: (query) => limited(() => db.many(query)),
    maybeOne: (query) => limited(() => db.maybeOne(query)),
    one: (query) => limited(() => db.one(query)),
    execute: (query) => limited(() => db.execute(query)),
    tx: (fn, options) => limited(() => db.tx(fn, options)),
    snapshot: (fn) => limited(() => db.snapshot(fn)),
    ping: () => limited(() => db.ping()),
    close: () => db.close(),
  };
}
