import { sql } from '@parley/db';
import { UpdateUserStatusRequest } from '@parley/proto/useradmin/v1/personal';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient } from '@parley/rpc';
import { eventually, Link } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { as, isWaitingForLock, startEnv } from './support.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('a status is not stored when the connection to its caller was lost meanwhile, because newer ones may have followed', async () => {
  const env = await startEnv({ hasEvents: true });
  const port = Number(env.rpcAddress.split(':')[1]);
  await using link = await Link.to(port);
  const client = createRpcClient(UserAdminServiceService, {
    addresses: [`127.0.0.1:${link.port}`],
    secret: 'test-rpc-secret-16',
  });
  const alice = await env.account('alice');
  const status = (statusText: string) => UpdateUserStatusRequest.fromPartial({ statusText });

  /** Sends a status, and loses the connection while the service waits for the account. Returns whether the status was stored. */
  async function isLateStored(name: string, calls: number): Promise<boolean> {
    link.lead(port);
    // Makes some calls first. After a few of them, the client opens a stream of frames, in which it sends later calls.
    for (let call = 0; call < calls; call++) {
      await client.getUserStatus({ userId: alice }, as(alice));
      await pause(10);
    }
    await env.events();
    await env.db.tx(async (tx) => {
      await tx.execute(sql`select 1 from user_admin.users where user_id = ${alice} for update`);
      const sending = client.updateUserStatus(status(`late ${name}`), as(alice), { retry: false });
      const failed = expect(sending).rejects.toThrow();
      await eventually(() => isWaitingForLock(env.db));
      link.lead(undefined);
      await failed;
      // Gives the service time to notice the end of the connection.
      await pause(200);
    });
    // This change waits until the one before has ended.
    await env.other.updateUserStatus(status(`after ${name}`), as(alice));
    const changes = (await env.events()).map(({ deliveries }) => deliveries[0]?.json.toString());
    expect(changes.at(-1)).toContain(`after ${name}`);
    return changes.length > 1;
  }

  try {
    const stored: boolean[] = [];
    for (const calls of [1, 20, 1, 20]) stored.push(await isLateStored(`${stored.length}`, calls));
    expect(stored).toEqual([false, false, false, false]);
  } finally {
    client.close();
    await env.stop();
  }
});
