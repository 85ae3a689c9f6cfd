import { connectNats } from '@parley/event-log';
import { createTestLog } from '@parley/event-log/testing';
import { eventually, sharedServers } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { startEnv } from './support.ts';

it('is ready when the database answers and the worker for guests follows the log', async () => {
  const env = await startEnv();
  const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
  try {
    const readiness = async () => (await fetch(`${env.opsUrl}/readyz`)).json();
    const withDatabase = () =>
      eventually(async () => {
        const answer = await readiness();
        return answer.checks.database === true && answer;
      });
    expect(await withDatabase()).toEqual({
      ready: false,
      checks: { database: true, visibility: 'not running' },
    });
    await createTestLog(nats, env.prefix);
    const ready = await eventually(async () => {
      const answer = await readiness();
      return answer.ready && answer;
    });
    expect(ready).toEqual({ ready: true, checks: { database: true, visibility: true } });
  } finally {
    await nats.close();
    await env.stop();
  }
});
