import { sql } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findActiveTopics } from '../src/rpc/reading/find-active-topics.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  for (const id of [1, 2]) world.channel(id);
  for (const id of [1, 2, 3]) for (const channel of [1, 2]) world.subscribe(id, channel);
});

afterAll(() => service[Symbol.asyncDispose]());

it('finds the topics with most senders since a time, without direct messages', async () => {
  const send = (userId: number, channel: number, topic: string) =>
    service.send(userId, { channel, topic }, { content: 'x' });
  const old = await send(1, 1, 'old');
  await service.ctx.db.execute(
    sql`update messages set sent_at = now() - interval '8 days' where id = ${old}`,
  );
  const monologue = [
    await send(1, 2, 'Monologue'),
    await send(1, 2, 'monologue'),
    await send(1, 2, 'monologue'),
  ];
  const talk = [await send(1, 1, 'talk'), await send(2, 1, 'Talk')];
  await service.send(1, { to: [2] }, { content: 'direct' });
  const { topics } = await findActiveTopics(service.ctx, {
    since: Math.floor(Date.now() / 1000) - 7 * 86_400,
  });
  expect(topics).toEqual([
    { channelId: 1, newestMessageId: talk[1], messageCount: 2, senderCount: 2 },
    { channelId: 2, newestMessageId: monologue[2], messageCount: 3, senderCount: 1 },
  ]);
});
