import { type Db, sql } from '@parley/db';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { startPushService, type TestBrowser, type TestPushService } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { Mailbox } from './mailbox.ts';

// Tests push messages to browsers, from the subscription and a message to the browser that decrypts the push.

let service: TestPushService;
let network: Network;
let organization: Organization;
let alice: Person;
let db: Db;
let publicKey: string;
const mailbox = new Mailbox();
let people = 0;

beforeAll(async () => {
  service = await startPushService();
  network = await Network.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_MAIL_DIR: mailbox.folder,
      PARLEY_NOTIFY_IDLE_SECONDS: '2',
      PARLEY_PUSH_ALLOWED_HOSTS: service.host,
    },
  });
  db = openDatabase(network);
  organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
  await alice.subscribe(['lobby'], [alice]);
  const { initial } = await alice.register({ event_types: [], fetch_event_types: ['realm'] });
  publicKey = initial.server_web_push_public_key as string;
});

afterAll(async () => {
  await db?.close();
  await network?.stop();
  await service?.[Symbol.asyncDispose]();
  mailbox.remove();
});

/** Creates a person with a subscribed browser who is subscribed to the channel. */
async function addPerson(values: Body = {}): Promise<{ person: Person; browser: TestBrowser }> {
  const name = `person${++people}`;
  const { [name]: added } = await organization.add(name);
  const person = added!;
  await alice.subscribe(['lobby'], [person], { send_new_subscription_messages: false });
  if (Object.keys(values).length > 0) await person.api.patch('/settings', values);
  const browser = service.addBrowser(publicKey);
  await person.api.post('/users/me/web_push', { subscription: browser.subscription });
  await network.caughtUp();
  return { person, browser };
}

const mentionOf = ({ email, userId }: Person) => `@**${email.split('@')[0]}|${userId}**`;
/** The received texts by the ID of their message. A push may come twice, because it is repeated if its answer is late. */
const received = (browser: TestBrowser) =>
  new Map(browser.received.map(({ content }) => [content.message_id as number, content.body as string]));
const bodies = (browser: TestBrowser) => [...received(browser).values()];
const waitFor = (browser: TestBrowser, body: string) =>
  until(`a push "${body}"`, async () => browser.received.find(({ content }) => content.body.includes(body)));

describe('a push', () => {
  it('reaches a browser of a mentioned person, which decrypts it, until the browser is removed', async () => {
    const { person, browser } = await addPerson();
    const { browser: other } = await addPerson();
    const id = await alice.send('lobby', `Hello ${mentionOf(person)}, soon?`, 'lunch');
    const { content, headers, claims } = await waitFor(browser, 'soon?');
    expect(content).toMatchObject({
      type: 'message',
      message_id: id,
      title: '#lobby > lunch',
      reason: 'mention',
      url: expect.stringContaining(`/topic/lunch/near/${id}`),
      organization: 'Test',
    });
    expect(content.body).toContain('alice: Hello');
    expect(headers.urgency).toBe('high');
    expect(claims.aud).toBe(`http://${service.host}`);
    await person.api.delete('/users/me/web_push', { subscription: browser.subscription });
    await alice.sendDirect([person], 'without a browser');
    const last = await addPerson();
    await alice.sendDirect([last.person], 'to another person');
    await waitFor(last.browser, 'to another person');
    expect([browser, other].map((each) => [...received(each).keys()])).toEqual([[id], []]);
  });

  it('follows the settings of the person, the channel and the topic', async () => {
    const off = await addPerson({ enable_offline_push_notifications: false });
    const everything = await addPerson({ enable_stream_push_notifications: true });
    const ofChannel = await addPerson();
    const follower = await addPerson();
    const unwilling = await addPerson({ enable_followed_topic_push_notifications: false });
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
    await ofChannel.person.api.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'push_notifications', value: true }],
    });
    for (const { person } of [follower, unwilling])
      await person.api.post('/user_topics', { stream_id: id, topic: 'followed', visibility_policy: 3 });
    await network.caughtUp();
    await alice.sendDirect([off.person], 'a direct message');
    await alice.send('lobby', 'for those who want all', 'other');
    await alice.send('lobby', 'for followers', 'followed');
    for (const { browser } of [everything, ofChannel, follower]) await waitFor(browser, 'for followers');
    await waitFor(everything.browser, 'for those who want all');
    await waitFor(ofChannel.browser, 'for those who want all');
    expect(bodies(follower.browser)).toEqual(['alice: for followers']);
    expect([off, unwilling].map(({ browser }) => browser.received)).toEqual([[], []]);
  });

  it('tells followers of a busy topic of its newest message that is left, and mentioned people at once', async () => {
    const [{ person, browser }, mentioned] = [await addPerson(), await addPerson()];
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
    for (const each of [person, mentioned.person])
      await each.api.post('/user_topics', { stream_id: id, topic: 'busy', visibility_policy: 3 });
    await network.caughtUp();
    await alice.send('lobby', 'the first one', 'busy');
    await waitFor(browser, 'the first one');
    for (let number = 1; number <= 5; number++) await alice.send('lobby', `number ${number}`, 'busy');
    await alice.send('lobby', `Dear ${mentionOf(mentioned.person)}`, 'busy');
    await until('the mention was pushed', () => bodies(mentioned.browser).at(-1)?.startsWith('alice: Dear'));
    expect(bodies(browser)).toEqual(['alice: the first one']);
    const deleted = await alice.send('lobby', 'a mistake', 'busy');
    await organization.owner.api.delete(`/messages/${deleted}`);
    // The topic is renamed before its turn. Its followers follow it under the new name.
    const last = await alice.send('lobby', 'the last one', 'busy');
    await organization.owner.api.patch(`/messages/${last}`, {
      topic: 'busier',
      propagate_mode: 'change_all',
    });
    await waitFor(browser, 'the last one');
    await waitFor(mentioned.browser, 'the last one');
    expect(bodies(browser)).toEqual(['alice: the first one', 'alice: the last one']);
    expect(bodies(mentioned.browser)).toEqual([
      'alice: the first one',
      expect.stringMatching(/^alice: Dear/),
      'alice: the last one',
    ]);
    const rows = await db.one<{ rows: number }>(sql`
      select count(*)::int8 as rows from notify.due_pushes where user_id = ${person.userId}`);
    expect(rows.rows).toBeLessThanOrEqual(1);
  });

  it('is sent also to a person who is using a client, or only while they are away if they chose so', async () => {
    const both = await addPerson();
    const { person, browser } = await addPerson({ enable_online_push_notifications: false });
    const queues = [];
    for (const each of [both.person, person]) queues.push(await each.register({ event_types: ['message'] }));
    for (const queue of queues) queue.start();
    await network.pollsWaiting(queues.length);
    const id = await alice.sendDirect([person], 'while there');
    await alice.sendDirect([both.person], 'while there, too');
    await waitFor(both.browser, 'while there, too');
    // The push to the other person was stored later, so the decision about this one has begun. It ends while the person polls.
    await until('the push was sent or dropped', async () => {
      const due = await db.many(sql`select push_id from notify.due_pushes where message_id = ${id}`);
      return due.length === 0;
    });
    for (const queue of queues) await queue.stop();
    await until('no poll waits', async () => {
      return (await network.metric('event-queue', 'parley_event_queue_waiting_polls')) === 0;
    });
    await alice.sendDirect([person], 'while away');
    await waitFor(browser, 'while away');
    expect(bodies(browser)).toEqual(['while away']);
  });

  it('is not sent while the person has paused notifications, or in a quiet time', async () => {
    const paused = await addPerson({ notifications_paused_until: Math.floor(Date.now() / 1000) + 3_600 });
    const onDays = await addPerson({ quiet_days: 127 });
    const inHours = await addPerson({
      quiet_hours_enabled: true,
      quiet_hours_from_minute: 0,
      quiet_hours_to_minute: 1_439,
    });
    const listening = await addPerson({ quiet_hours_enabled: false, quiet_hours_to_minute: 1_439 });
    const quiet = [paused, onDays, inHours];
    for (const { person } of quiet) await alice.sendDirect([person], 'in a quiet time');
    await alice.sendDirect([listening.person], 'at another time');
    await waitFor(listening.browser, 'at another time');
    expect(quiet.map(({ browser }) => browser.received)).toEqual([[], [], []]);
    await paused.person.api.patch('/settings', { notifications_paused_until: 0 });
    await network.caughtUp();
    await alice.sendDirect([paused.person], 'after the pause');
    await waitFor(paused.browser, 'after the pause');
    expect(bodies(paused.browser)).toEqual(['after the pause']);
  });

  it('hides direct messages, but not channel messages, if the person wants it', async () => {
    const { person, browser } = await addPerson({ pm_content_in_desktop_notifications: false });
    await alice.sendDirect([person], 'a secret');
    await waitFor(browser, 'New direct message');
    await alice.send('lobby', `${mentionOf(person)} no secret`, 'open');
    await waitFor(browser, 'no secret');
    expect(JSON.stringify(browser.received.map(({ content }) => content))).not.toContain('a secret');
  });

  it('is shown in the development inbox also without a browser', async () => {
    const { carol } = await organization.add('carol');
    await alice.sendDirect([carol!], 'look <b>here</b>');
    const path = await until('the push in the list', async () => {
      const list = await (await fetch(`${network.gatewayUrl()}/dev/mail`)).text();
      return new RegExp(`href="(/dev/mail/[^"]+)">Push: alice</a><br>${carol!.email}`).exec(list)?.[1];
    });
    const page = await (await fetch(network.gatewayUrl() + path)).text();
    expect(page).toContain('look &lt;b&gt;here&lt;/b&gt;');
  });
});

describe('a subscription', () => {
  it('is refused with a private address, without keys, and without credentials', async () => {
    const { subscription } = service.addBrowser();
    const add = (changed: object) =>
      alice.api.post('/users/me/web_push', { subscription: { ...subscription, ...changed } });
    for (const endpoint of ['https://127.0.0.1/x', 'https://10.0.0.1/x', 'http://push.example/x', 'x'])
      await expect(add({ endpoint })).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    await expect(add({ keys: {} })).rejects.toMatchObject({ status: 400 });
    await expect(add({ keys: { p256dh: 'x', auth: 'y' } })).rejects.toMatchObject({ status: 400 });
    const body = new URLSearchParams({ subscription: JSON.stringify(subscription) });
    const url = `${network.gatewayUrl()}/api/v1/users/me/web_push`;
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
    await add({});
  });
});
