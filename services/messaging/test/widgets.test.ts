import { randomUUID } from 'node:crypto';
import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { addSubmessage } from '../src/rpc/sending/add-submessage.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  for (const id of [1, 2, 3]) service.world.user(id);
});

afterAll(() => service[Symbol.asyncDispose]());

const refused = (message: string) => expect.objectContaining({ message, code: 'BAD_REQUEST' });

async function one(userId: number, id: number) {
  const { messages } = await service.read(userId, { hasMessageIds: true, messageIds: [id] });
  return messages[0];
}

it('the sender adds the first submessage, readers add further ones, and each is announced', async () => {
  const messageId = await service.send(1, { to: [2] });
  const add = (userId: number, content: string) =>
    addSubmessage(service.ctx, { messageId, msgType: 'widget', content }, service.scope(userId));
  await expect(add(2, '{}')).rejects.toEqual(refused('You cannot attach a submessage to this message.'));
  await expect(add(1, 'no')).rejects.toEqual(refused('Invalid json for submessage'));
  await service.emitted();
  await add(1, '{"a":1}');
  await add(2, '{"b":1}');
  expect((await service.emitted()).flatMap(({ deliveries }) => deliveries)).toMatchObject([
    { to: { userIds: [1, 2] }, json: { type: 'submessage', content: '{"a":1}', sender_id: 1 } },
    { json: { content: '{"b":1}', sender_id: 2 } },
  ]);
  expect(await one(2, messageId)).toMatchObject({ submessages: [{ sender_id: 1 }, { sender_id: 2 }] });
});

it('a poll is sent with its first submessage, once, and cannot be edited', async () => {
  const sendKey = randomUUID();
  const send = () => service.send(1, { to: [2] }, { content: '/poll Lunch?\nsoup', sendKey });
  const [messageId, again] = await Promise.all([send(), send()]);
  expect(again).toBe(messageId);
  const content = JSON.stringify({
    widget_type: 'poll',
    extra_data: { question: 'Lunch?', options: ['soup'] },
  });
  const part = { id: expect.any(Number), message_id: messageId, sender_id: 1, msg_type: 'widget', content };
  expect(await one(2, messageId)).toMatchObject({ submessages: [part] });
  const vote = { messageId, msgType: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
  await addSubmessage(service.ctx, vote, service.scope(2));
  expect((await one(1, messageId))?.submessages).toMatchObject([part, { sender_id: 2 }]);
  for (const content of ['[]', 'null', '"vote"']) {
    await expect(addSubmessage(service.ctx, { ...vote, content }, service.scope(2))).rejects.toEqual(
      refused('Invalid json for submessage'),
    );
  }
  const question = { ...vote, content: '{"type":"question","question":"Dinner?"}' };
  await expect(addSubmessage(service.ctx, question, service.scope(2))).rejects.toEqual(
    refused('Only the sender of the message can change this.'),
  );
  await addSubmessage(service.ctx, question, service.scope(1));
  const edit = UpdateMessageRequest.create({ messageId, content: 'x', propagateMode: 'change_one' });
  await expect(updateMessage(service.ctx, edit, service.scope(1))).rejects.toEqual(
    refused('Widgets cannot be edited.'),
  );
});

it('the submessages of a widget are bounded, so that its readers can still read it', async () => {
  const id = await service.send(1, { to: [2, 3] }, { content: '/poll Lunch?\nPizza' });
  const vote = { messageId: id, msgType: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
  await addSubmessage(service.ctx, vote, service.scope(2));
  await service.db.execute(sql`
    insert into submessages (message_id, sender_id, msg_type, content)
      select ${id}, 3, 'widget', repeat('x', 9900) from generate_series(1, 200)`);
  await expect(addSubmessage(service.ctx, vote, service.scope(2))).rejects.toEqual(
    refused('This message takes no more parts.'),
  );
});
