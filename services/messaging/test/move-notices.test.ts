import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  world.user(1, { fullName: 'Ann' });
  world.notificationBot(9);
  world.channel(1);
  world.subscribe(1, 1);
});

afterAll(() => service[Symbol.asyncDispose]());

// Clients take a message that is older than a move for one that was in the topic before the moved messages arrived.
it('the notice of a move is not older than the move, also when a second ends between their plans', async () => {
  const { ctx } = service;
  const id = await service.send(1, { channel: 1, topic: 'first' });
  const { clock } = ctx;
  let now = clock.now();
  ctx.clock = { ...clock, now: () => (now += 1_000) };
  await updateMessage(
    ctx,
    UpdateMessageRequest.fromPartial({
      messageId: id,
      topic: 'second',
      propagateMode: 'change_all',
      notifyNewThread: true,
    }),
    service.scope(1),
  ).finally(() => (ctx.clock = clock));
  const { messages } = await service.read(1, { narrow: [narrowTo('topic', 'second')], numBefore: 2 });
  const [moved, notice] = messages;
  expect(messages).toHaveLength(2);
  expect(notice!.timestamp).toBeGreaterThanOrEqual(moved!.last_moved_timestamp!);
});
