import { silentLogger } from '@parley/core';
import { startPushForwarder } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { forwarderIdentity } from '../src/db/forwarder-identity.ts';
import type { PushPermission } from '../src/push/forwarder.ts';
import { permissionReporter } from '../src/push/report-permission.ts';
import { registerPhones } from '../src/workers/register-phones.ts';
import { addAndroid, keep, push, start } from './phones-support.ts';

describe('the forwarding service', () => {
  it('reports with each notification whether it permits notifications and until when', async () => {
    const forwarder = await keep(startPushForwarder());
    const reported: PushPermission[] = [];
    const env = await start({ forwarder }, { onPermission: (permission) => reported.push(permission) });
    await addAndroid(env, 1, 'phone-1');
    await registerPhones(env.ctx);
    for (const [messageId, permission] of [
      [101, { can_push: true, expected_end_timestamp: null }],
      [102, { can_push: true, expected_end_timestamp: 1_900_000_000 }],
    ] as const) {
      forwarder.permission = permission;
      await env.missPush(1, messageId);
      await push(env);
    }
    forwarder.answers.push({ status: 400, code: 'PUSH_NOTIFICATIONS_DISALLOWED' });
    await env.missPush(1, 103);
    await push(env);
    expect(reported).toEqual([
      { canPush: true, endsAt: null },
      { canPush: true, endsAt: 1_900_000_000 },
      { canPush: false, endsAt: null },
    ]);
  });

  it('identifies the organization by a secret that all replicas share and that never changes', async () => {
    const env = await start({});
    const identities = await Promise.all([1, 2, 3].map(() => forwarderIdentity(env.db)));
    expect(identities[0]).toHaveLength(32);
    expect(new Set(identities.map((each) => each.toString('hex'))).size).toBe(1);
  });
});

describe('a report of the permission', () => {
  it('is sent once for each change, and retried after a failure', async () => {
    const reports: unknown[] = [];
    let isDown = true;
    const userAdmin = {
      setPushPermission: async (request: object) => {
        reports.push(request);
        if (isDown) throw new Error('no answer');
        return {};
      },
    };
    const report = permissionReporter(userAdmin, silentLogger, false);
    report({ canPush: true, endsAt: 5 });
    await expect.poll(() => reports.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    isDown = false;
    for (let at = 0; at < 3; at++) report({ canPush: true, endsAt: 5 });
    report({ canPush: false, endsAt: null });
    await expect.poll(() => reports.length).toBe(3);
    expect(reports).toEqual([{ canPush: true, endsAt: 5 }, { canPush: true, endsAt: 5 }, { canPush: false }]);
    permissionReporter(userAdmin, silentLogger, true)({ canPush: false, endsAt: null });
    expect(reports).toHaveLength(3);
  });
});
