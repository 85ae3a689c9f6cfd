import { followedEvent } from '@parley/event-log/testing';
import type { User } from '@parley/facts';
import { SubscriptionsAdded } from '@parley/proto/events/v1/facts';
import { SendMessageResponse } from '@parley/proto/messaging/v1/messaging';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sender, sendNotices } from '../src/workers/notices.ts';
import { type Env, followed, startChannel } from './support.ts';

let env: Env;
let alice: User;
let bob: User;
let carol: User;

beforeAll(async () => {
  env = await startChannel();
  const { organization } = env;
  organization.add('member', { email: 'notification-bot@parley.test', isBot: true, isSystemBot: true });
  alice = organization.add('member', { fullName: 'Alice' });
  bob = organization.add('member');
  carol = organization.add('member');
});
afterAll(() => env[Symbol.asyncDispose]());

let sent: { to: number[]; content: string }[];
let announced: string[];
const sendKeys = new Set<string>();
/** A fake of `messaging`. It stores each message once per send key. */
const messaging: Sender = {
  sendMessage: async ({ recipient, content, sendKey }) => {
    if (!sendKeys.has(sendKey)) {
      if (recipient?.$case === 'direct') sent.push({ to: recipient.direct.userIds, content });
      else announced.push(content);
    }
    sendKeys.add(sendKey);
    return SendMessageResponse.create({});
  },
};

/**
 * Makes the worker handle the events that were emitted since the last call. Events of one commit have the same transaction ID.
 */
async function deliver(): Promise<void> {
  const events = (await env.take()).map(({ event, transactionId }, index) =>
    followedEvent(event, { transactionId, sequence: index + 1 }),
  );
  for (const event of events) await sendNotices(env.ctx, messaging, event, new AbortController().signal);
}

beforeEach(() => {
  sent = [];
  announced = [];
});

const by = () => `@_**Alice|${alice.userId}**`;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
const toBoth = () => ({ principalUserIds: [bob.userId, carol.userId], sendNewSubscriptionMessages: true });

it('each person gets one notice of all channels that one call subscribes them to', async () => {
  await env.as(bob).subscribe('books');
  await env.as(alice).subscribe(['books', 'birds', 'bees'], toBoth());
  await deliver();
  expect(sent).toHaveLength(2);
  const list = (...channels: string[]) => channels.map((name) => `\n* #**${name}**`).join('');
  expect(new Map(sent.map(({ to, content }) => [to[0], content]))).toEqual(
    new Map([
      [bob.userId, `${by()} subscribed you to the following channels:\n${list('birds', 'bees')}`],
      [carol.userId, `${by()} subscribed you to the following channels:\n${list('books', 'birds', 'bees')}`],
    ]),
  );
});

it('a notice about hundreds of channels fits into one message, with the number of omitted channels', async () => {
  await env.as(alice).subscribe(names('x'.repeat(50), 205), toBoth());
  await deliver();
  expect(sent.map(({ to }) => to)).toEqual([[bob.userId], [carol.userId]]);
  const { content } = sent[0]!;
  expect(content.length).toBeLessThanOrEqual(10_000);
  const listed = content.split('\n* #').length - 1;
  expect(listed).toBeGreaterThan(100);
  expect(content).toMatch(new RegExp(`\n* …and ${205 - listed} more$`));
});

it('people get no notice of their own action, nor when the request turns notices off', async () => {
  await env.as(alice).subscribe('garden', { ...toBoth(), sendNewSubscriptionMessages: false });
  await env.as(alice).subscribe('field', { sendNewSubscriptionMessages: true });
  await deliver();
  expect(sent).toEqual([]);
});

it('new subscribers get no notice when there are too many', async () => {
  const crowd = (count: number) => Array.from({ length: count }, () => env.organization.add('member').userId);
  const add = (name: string, principalUserIds: number[]) =>
    env.as(alice).subscribe(name, { principalUserIds, sendNewSubscriptionMessages: true });
  await add('stadium', crowd(251));
  await deliver();
  expect(sent).toEqual([]);
  await add('hall', crowd(250));
  await deliver();
  expect(sent).toHaveLength(250);
});

it('an event of the previous release is announced channel by channel', async () => {
  await env.as(alice).subscribe('meadow', toBoth());
  const [event] = (await env.take()).flatMap(({ event: { fact } }) =>
    fact?.value?.$case === 'subscriptionsAdded' ? [fact.value.subscriptionsAdded] : [],
  );
  const subscriptionsAdded = SubscriptionsAdded.fromPartial({ ...event, hasNoticesDue: false });
  const signal = new AbortController().signal;
  await sendNotices(
    env.ctx,
    messaging,
    followed({ $case: 'subscriptionsAdded', subscriptionsAdded }),
    signal,
  );
  expect(sent).toHaveLength(2);
  expect(sent[0]!.content).toBe(`${by()} subscribed you to the channel #**meadow**.`);
});

it('all public channels that one call creates are announced in one message', async () => {
  const { settings } = env.organization;
  const { channelId } = await env.as(alice).create('news');
  await env.take();
  settings.new_stream_announcements_stream_id = channelId;
  await env.as(alice).subscribe(['one'], { announce: true });
  await env.as(alice).subscribe(['two', 'three'], { announce: true });
  await env.as(alice).subscribe(['four', 'five'], { announce: true, inviteOnly: true });
  await env.as(alice).subscribe(['six', 'seven']);
  await deliver();
  settings.new_stream_announcements_stream_id = -1;
  expect(announced).toEqual([
    `${by()} created a new channel #**one**.`,
    `${by()} created the following channels:\n\n* #**two**\n* #**three**`,
  ]);
});
