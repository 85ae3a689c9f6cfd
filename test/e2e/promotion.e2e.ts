import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginRun, endRun, type Run } from './containers.ts';
import { type Deployment, deploy } from './deployment.ts';
import { buildManagedDatabase, ManagedDatabase } from './managed-database.ts';
import { Traffic } from './traffic.ts';

// A failover of PostgreSQL that loses nothing is noticed by no client (docs/decisions/failover-of-postgresql.md), also
// when a manager decides on it: here Patroni, with one synchronous standby.

const recoveryMs = 30_000;

let run: Run;
let database: ManagedDatabase;
let deployment: Deployment;
let traffic: Traffic;
beforeAll(async () => {
  await buildManagedDatabase();
  run = await beginRun();
  const createDatabase = async () => {
    database = await ManagedDatabase.create(run);
  };
  deployment = await deploy(run, { createDatabase });
  traffic = await Traffic.start(deployment);
}, 1_200_000);
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]();
  if (run) await endRun(run);
});

// The second failover leads back to the former primary, which has become the standby.
it.for(['killed', 'killed again'])(
  'the primary of PostgreSQL is %s, and its manager promotes the standby',
  { timeout: 400_000 },
  async (killed, { task }) => {
    await database.slotsCopied();
    const primary = await database.primary();
    const row = await traffic.during(
      `primary of PostgreSQL ${killed}, standby promoted by Patroni`,
      () => database.kill(primary),
      () => deployment.isReady('postgresql'),
    );
    task.meta.observed = [row];
    expect(row).toMatchObject({ details: [], lost: 0, twice: 0, missed: 0, repeated: 0, registeredAgain: 0 });
    expect(row.recoveredMs).toBeLessThan(recoveryMs);
    expect(await database.primary()).not.toBe(primary);
    await database.start(primary);
    await database.isRedundant();
  },
);
