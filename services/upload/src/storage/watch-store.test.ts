import { errors, silentLogger } from '@parley/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { watchStore } from './watch-store.ts';

it('starts although the store does not answer, reports this, and detects when the store answers', async () => {
  const registry = new Registry();
  let isAway = true;
  const store = {
    check: async () => {
      if (isAway) throw errors.unavailable('The file store does not answer. Please try again.');
    },
  };
  const watch = await watchStore({ store, registry, logger: silentLogger, everyMs: 5 });
  expect(watch.isReachable()).toMatch(/does not answer/);
  expect(await registry.metrics()).toContain('parley_upload_store_reachable 0');
  isAway = false;
  await expect.poll(() => watch.isReachable()).toBe(true);
  expect(await registry.metrics()).toContain('parley_upload_store_reachable 1');
  isAway = true;
  await expect.poll(() => watch.isReachable()).not.toBe(true);
  watch.stop();
});

it('does not start when the store refuses access', async () => {
  const store = { check: () => Promise.reject(new Error('EACCES')) };
  await expect(watchStore({ store, registry: new Registry(), logger: silentLogger })).rejects.toThrow(
    'EACCES',
  );
});
