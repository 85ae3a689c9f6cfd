import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@parley/core';
import { Cluster, until } from '@parley/test-kit';
import { afterAll, expect, it } from 'vitest';
import { lastAccepted } from '../network/database/bare-steps.ts';

// Verifies that a person has no access 2 seconds after the request of the identity provider that deactivates them has succeeded,
// even while one of two replicas of a service is killed.

const folder = mkdtempSync(join(tmpdir(), 'parley-provisioning-'));
const token = 'a-token-of-the-identity-provider';
const limitMs = 2_000;
const killed: readonly ServiceName[] = ['gateway', 'event-queue', 'user-admin', 'channel', 'messaging'];

afterAll(() => rmSync(folder, { recursive: true }));

it('refuses the key and ends the polls of a deactivated person while a replica of any service is killed', async () => {
  const file = join(folder, 'sign-in.json');
  // The test deactivates most of its few people, so the limit on the deactivated share is set to 100 %.
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 1 } }));
  await using cluster = await Cluster.start({
    replicas: { gateway: 2, 'event-queue': 2, 'user-admin': 2, channel: 2, messaging: 2 },
    env: { PARLEY_SIGN_IN_FILE: file },
  });
  const took: Record<string, number> = {};
  for (const service of killed) {
    const name = `leaving-${service}`;
    const leaving = (await cluster.organization.add(name))[name]!;
    const [gateway] = cluster.gatewayPorts;
    const basic = `Basic ${Buffer.from(`${leaving.email}:${leaving.apiKey}`).toString('base64')}`;
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${gateway}/api/v1${path}`, {
        headers: { authorization: basic },
      });
    const { queue_id } = await leaving.api.post('/register', { event_types: ['message'] });
    const poll = ask(`/events?queue_id=${queue_id}&last_event_id=-1`).then(() => performance.now());
    await until('the gateway knows the key', async () => (await ask('/users/me')).ok);
    const deactivate = async () => {
      const answer = await fetch(`${cluster.url}/scim/v2/Users/${leaving.userId}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ Operations: [{ op: 'replace', path: 'active', value: false }] }),
      }).catch(() => undefined);
      // Only failures of the killed service are retried. Repeating a refused request would never succeed.
      if (answer && answer.status < 500)
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
      return answer?.ok ?? false;
    };
    // Kills the second replica. The provider repeats failed requests, and the time starts when one has succeeded.
    const killing = cluster.kill(service, 2);
    await until('the person is deactivated', deactivate);
    const since = performance.now();
    const accepted = await lastAccepted(since, async () => [(await ask('/users/me')).status]);
    took[service] = Math.round(Math.max(accepted, (await poll) - since));
    await killing;
    expect(took[service]).toBeLessThan(limitMs);
  }
  process.stdout.write(`milliseconds until a deactivated person had no access: ${JSON.stringify(took)}\n`);
});
