import { once } from 'node:events';
import pg from 'pg';
import { nextMessage, startChild } from './child.ts';
import type { PushServiceCount, PushServiceStarted } from './push-service.ts';

/** Starts a fake push service for phones as a process. */
export async function startPushService(): Promise<
  PushServiceStarted & AsyncDisposable & { phones(): Promise<number> }
> {
  const child = startChild('push-service');
  const started = await nextMessage<PushServiceStarted>(child);
  return {
    ...started,
    async phones() {
      const answer = nextMessage<PushServiceCount>(child);
      child.send('count');
      return (await answer).phones;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Registers a phone for each generated person. */
export async function addPhones(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`insert into notify.phones (user_id, kind, service, token)
      select user_id, 'token', 'fcm', 'phone-' || user_id from user_admin.users where email like 's%@load.example'`);
    await client.query('analyze notify.phones');
  } finally {
    await client.end();
  }
}
