import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2]) world.user(id);
  world.channel(1, { name: 'general' });
  for (const id of [1, 2]) world.subscribe(id, 1);
  world.settings.allow_message_editing = true;
  world.writing.set(1, { followTopicsPolicy: 3 }).set(2, { followTopicsWhereMentioned: true });
});

afterAll(() => service[Symbol.asyncDispose]());

beforeEach(() => {
  service.world.lookups.length = 0;
});

const content = '@**User 2|2** see #**general**';

/**
 * The lookups that sending a message with this content, and an edit to it, both need, in any order. The content has a mention
 * and a channel link.
 */
const needed = [
  'alert words',
  'channel 1',
  'channel general',
  'organization',
  'subscriptions 1',
  'subscriptions 2',
  'user 1',
  'users 2',
  'writing settings 1',
  'writing settings 2',
];

const lookups = () => service.world.lookups.map(({ what }) => what).sort();

it('a send looks up each fact once', async () => {
  await service.send(1, { channel: 1, topic: 'one' }, { content });
  expect(lookups()).toEqual([...needed, 'muted users', 'topics 1', 'topics 2'].sort());
});

it('an edit looks up each fact once', async () => {
  const messageId = await service.send(1, { channel: 1, topic: 'two' }, { content: 'hello' });
  service.world.lookups.length = 0;
  const edit = UpdateMessageRequest.create({ messageId, content, propagateMode: 'change_one' });
  await updateMessage(service.ctx, edit, service.scope(1));
  expect(lookups()).toEqual([...needed, 'topics 2'].sort());
});

it('a refused send asks the owning services for each fact once', async () => {
  service.world.channel(2, { name: 'private', inviteOnly: true });
  await expect(service.send(1, { channel: 2 })).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
  const confirmed = service.world.lookups.filter(({ isConfirmed }) => isConfirmed).map(({ what }) => what);
  expect(confirmed).toEqual([...new Set(confirmed)]);
  expect(confirmed).toContain('subscriptions 1');
});
