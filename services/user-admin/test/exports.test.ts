import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  endExport,
  insertExport,
  postponeExport,
  renewExport,
  takeExport,
} from '../src/exporting/db/exports.ts';
import type { Proven } from '../src/kernel/domain/proof.ts';
import { as, type Env, operator, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  // With the limit 0, the replicas do not take exports, so this test can take them.
  env = await startEnv({ more: { PARLEY_EXPORT_MAX_MIB: '0' } });
});
afterAll(() => env?.stop());

const leaseMs = 60_000;
/** The owner, as if the guard had let the request through. */
const requester = () => env.ownerId as Proven<number, 'export'>;

it('another replica continues an export when its lease ends, and the previous attempt can neither end nor renew it', async () => {
  const db = env.serviceDb;
  await db.tx((tx) => insertExport(tx, requester(), { exportType: 1, since: 0, format: 'parley' }));
  const first = (await takeExport(db, 'organization', 0))!;
  const second = (await takeExport(db, 'organization', leaseMs))!;
  expect([first.attempts, second.attempts, second.failures]).toEqual([1, 2, 0]);
  expect(await takeExport(db, 'organization', leaseMs)).toBeUndefined();

  expect(await renewExport(db, first, leaseMs)).toBe(false);
  await postponeExport(db, first, { delayMs: 0, isFailure: true });
  expect(await takeExport(db, 'organization', leaseMs)).toBeUndefined();
  expect(await db.tx((tx) => endExport(tx, first, false))).toBe(false);

  expect(await renewExport(db, second, leaseMs)).toBe(true);
  expect(await db.tx((tx) => endExport(tx, second, false))).toBe(true);
  expect(await db.tx((tx) => endExport(tx, second, false))).toBe(false);
});

it('a deactivated organization pauses its export', async () => {
  const db = env.serviceDb;
  await db.tx((tx) => insertExport(tx, requester(), { exportType: 1, since: 0, format: 'parley' }));
  await env.client.setOrganizationActive({ isActive: false, dryRun: false }, operator());
  expect(await takeExport(db, 'organization', leaseMs)).toBeUndefined();
  await env.client.setOrganizationActive({ isActive: true, dryRun: false }, operator());
  const taken = (await takeExport(db, 'organization', leaseMs))!;
  await env.client.setOrganizationActive({ isActive: false, dryRun: false }, operator());
  expect(await renewExport(db, taken, leaseMs)).toBe(false);
});

it('the API creates no exports where operators switched exports off', async () => {
  await env.client.setOrganizationActive({ isActive: true, dryRun: false }, operator());
  await expect(
    env.client.requestExport({ exportType: 1, since: 0, format: '' }, as(env.ownerId)),
  ).rejects.toThrow('Please request a manual export');
});

it('the API exports no private data without consent unless operators permit it', async () => {
  await expect(
    env.client.requestExport({ exportType: 3, since: 0, format: '' }, as(env.ownerId)),
  ).rejects.toThrow('This server allows no export of private data without consent.');
});
