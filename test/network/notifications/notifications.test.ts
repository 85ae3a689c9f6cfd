import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox, type Notification } from './mailbox.ts';

// Tests mails to people who are away, from the message to the mail. A folder takes the place of the mail server.

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
const mailbox = new Mailbox();
let people = 0;

beforeAll(async () => {
  network = await Network.start({
    replicas: { notify: 2, 'event-queue': 2 },
    env: { PARLEY_MAIL_DIR: mailbox.folder, PARLEY_NOTIFY_IDLE_SECONDS: '2' },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice } = await organization.add('alice'));
  await alice.subscribe(['lobby'], [alice, owner]);
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
});

const settings = (person: Person, values: Body) => person.api.patch('/settings', values);

/** Creates a person who is away, is subscribed to the channel, and gets mails after a short batching period. */
async function addAway(values: Body = {}): Promise<Person> {
  const name = `away${++people}`;
  const { [name]: person } = await organization.add(name);
  await alice.subscribe(['lobby'], [person!], { send_new_subscription_messages: false });
  await settings(person!, { email_notifications_batching_period_seconds: 1, ...values });
  await network.caughtUp();
  return person!;
}

/** Waits for a mail to a person about `subject`. Returns all mails to the person so far. */
async function mailsTo(person: Person, subject: string): Promise<Notification[]> {
  await mailbox.waitForNotification(person.email, subject);
  return mailbox.notificationsTo(person.email);
}

describe('a mail about a missed message', () => {
  it('reaches a person who is mentioned while away, with the message, its sender and a link', async () => {
    const bob = await addAway();
    const id = await alice.send(
      'lobby',
      `Hello @**${bob.email.split('@')[0]}|${bob.userId}**, *soon*?`,
      'lunch',
    );
    const [mail, ...more] = await mailsTo(bob, '#lobby > lunch');
    expect(more).toEqual([]);
    expect(mail!.headers).toMatchObject({
      from: expect.stringContaining('alice (Test)'),
      'auto-submitted': 'auto-generated',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      references: expect.stringMatching(/^<conversation\./),
      'message-id': expect.stringMatching(/^<[\w-]+@[\w.]+>$/),
    });
    expect(mail!.text).toContain('*soon*?');
    expect(mail!.html).toContain('<em>soon</em>?');
    expect(mail!.text).toContain(`/topic/lunch/near/${id}`);
  });

  it('contains the messages of one conversation; each conversation has its own mail and thread', async () => {
    // The batching period is long enough for all three messages, even on a busy machine.
    const bob = await addAway({ email_notifications_batching_period_seconds: 8 });
    await alice.sendDirect([bob], 'first');
    await alice.sendDirect([bob], 'second');
    await owner.sendDirect([bob], 'from the owner');
    await mailsTo(bob, 'Direct messages with Owner');
    const mails = await mailsTo(bob, 'Direct messages with alice');
    expect(mails.length).toBe(2);
    const ofAlice = mails.find(({ subject }) => subject.includes('alice'))!;
    expect(ofAlice.text.indexOf('first')).toBeLessThan(ofAlice.text.indexOf('second'));
    await alice.sendDirect([bob], 'third');
    const later = await until('a third mail', async () => {
      const all = await mailbox.notificationsTo(bob.email);
      return all.length === 3 && all.find(({ text }) => text.includes('third'));
    });
    expect(later.headers.references).toBe(ofAlice.headers.references);
    expect(later.headers['message-id']).not.toBe(ofAlice.headers['message-id']);
  });

  it('is not sent for messages that were read in time or deleted, nor to people who are active', async () => {
    // The batching period is long enough for reading and deleting the messages, even on a busy machine.
    const inTime = { email_notifications_batching_period_seconds: 8 };
    const [reader, poller, bob] = [await addAway(inTime), await addAway(), await addAway(inTime)];
    const queue = await poller.register({ event_types: ['message'] });
    queue.start();
    const read = await alice.sendDirect([reader], 'read in time');
    await reader.api.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await alice.sendDirect([poller], 'seen by a polling client');
    const deleted = await owner.sendDirect([bob], 'deleted in time');
    await owner.api.delete(`/messages/${deleted}`);
    await alice.sendDirect([bob], 'unread');
    const [mail, ...more] = await mailsTo(bob, 'Direct messages with alice');
    expect(more).toEqual([]);
    expect(mail!.text).not.toContain('deleted in time');
    expect(await mailbox.notificationsTo(reader.email)).toEqual([]);
    expect(await mailbox.notificationsTo(poller.email)).toEqual([]);
    await queue.stop();
  });

  it('depends on the settings of the person, the channel and the topic', async () => {
    const off = await addAway({ enable_offline_email_notifications: false });
    const everything = await addAway({ enable_stream_email_notifications: true });
    const ofChannel = await addAway();
    const follower = await addAway();
    const unwilling = await addAway({ enable_followed_topic_email_notifications: false });
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
    await ofChannel.api.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'email_notifications', value: true }],
    });
    for (const person of [follower, unwilling]) {
      await person.api.post('/user_topics', { stream_id: id, topic: 'followed', visibility_policy: 3 });
    }
    await network.caughtUp();
    await alice.sendDirect([off], 'a direct message');
    await alice.send('lobby', 'for those who want all', 'other');
    await alice.send('lobby', 'for followers', 'Followed');
    /** Waits for a mail with each subject. Returns the subjects of all mails to the person, sorted. */
    const subjectsTo = async (person: Person, ...subjects: string[]) => {
      for (const subject of subjects) await mailsTo(person, subject);
      return (await mailbox.notificationsTo(person.email)).map((mail) => mail.subject).sort();
    };
    const both = ['#lobby > Followed', '#lobby > other'];
    expect(await subjectsTo(everything, ...both)).toEqual(both);
    expect(await subjectsTo(ofChannel, ...both)).toEqual(both);
    expect(await subjectsTo(follower, '#lobby > Followed')).toEqual(['#lobby > Followed']);
    expect(await mailbox.notificationsTo(off.email)).toEqual([]);
    expect(await mailbox.notificationsTo(unwilling.email)).toEqual([]);
    await follower.api.post('/user_topics', { stream_id: id, topic: 'followed', visibility_policy: 1 });
    await network.caughtUp();
    await alice.send('lobby', '@**all** once more', 'Followed');
    await until('the last mail', async () =>
      (await mailbox.notificationsTo(ofChannel.email)).some((mail) => mail.text.includes('once more')),
    );
    expect(await mailbox.notificationsTo(follower.email)).toHaveLength(1);
    // The next test adds four people to the channel and mentions all. In a channel of more than 15 people, this needs a
    // permission, so one person leaves it.
    await alice.unsubscribe(['lobby'], [unwilling]);
  });

  it('treats @all and @topic as the settings of the person and the channel say', async () => {
    const [wanting, unwilling, ofChannel, follower] = [
      await addAway(),
      await addAway({ wildcard_mentions_notify: false, automatically_follow_topics_policy: 4 }),
      await addAway({ wildcard_mentions_notify: false, automatically_follow_topics_policy: 4 }),
      await addAway({
        wildcard_mentions_notify: true,
        enable_followed_topic_email_notifications: false,
        enable_followed_topic_wildcard_mentions_notify: false,
      }),
    ];
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
    await ofChannel.api.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'wildcard_mentions_notify', value: true }],
    });
    await network.caughtUp();
    await alice.send('lobby', '@**all** hello', 'wildcards');
    for (const person of [wanting, ofChannel, follower]) await mailsTo(person, '#lobby > wildcards');
    expect(await mailbox.notificationsTo(unwilling.email)).toEqual([]);
    await unwilling.send('lobby', 'I take part', 'participants');
    await ofChannel.send('lobby', 'I, too', 'participants');
    await alice.send('lobby', '@**topic** hello', 'participants');
    await mailsTo(ofChannel, '#lobby > participants');
    expect(await mailbox.notificationsTo(unwilling.email)).toEqual([]);
    expect((await mailbox.notificationsTo(wanting.email)).length).toBe(1);
  });

  it('hides contents if the person or the organization wants it, and is in the language of its reader', async () => {
    const hidden = await addAway({ message_content_in_email_notifications: false });
    const german = await addAway({ default_language: 'de', realm_name_in_email_notifications_policy: 2 });
    await alice.sendDirect([hidden], 'a secret');
    await alice.sendDirect([german], 'kein Geheimnis');
    const [mail] = await mailsTo(hidden, 'New messages in Test');
    expect(`${mail!.text} ${mail!.html}`).not.toContain('a secret');
    expect(`${mail!.text} ${mail!.headers.from}`).not.toContain('alice');
    await mailsTo(german, '[Test] Direktnachrichten mit alice');
    await owner.api.patch('/realm', { message_content_allowed_in_email_notifications: false });
    await network.caughtUp();
    await alice.sendDirect([german], 'doch eines');
    const mails = await mailsTo(german, 'Neue Nachrichten in Test');
    expect(mails.map(({ text }) => text).join()).not.toContain('doch eines');
    await owner.api.patch('/realm', { message_content_allowed_in_email_notifications: true });
  });

  it('ends with one click on its link, which changes nothing when it is only opened', async () => {
    const bob = await addAway();
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
    await bob.api.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'email_notifications', value: true }],
    });
    await network.caughtUp();
    await alice.sendDirect([bob], 'one');
    const [mail] = await mailsTo(bob, 'Direct messages');
    const link = /<(.*)>/.exec(mail!.headers['list-unsubscribe']!)![1]!;
    const address = network.gatewayUrl() + new URL(link).pathname;
    const enabled = async () => {
      const { initial } = await bob.register({ event_types: [], fetch_event_types: ['user_settings'] });
      return initial.user_settings.enable_offline_email_notifications as boolean;
    };
    expect((await fetch(address)).status).toBe(200);
    expect(await enabled()).toBe(true);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    expect(await enabled()).toBe(false);
    // The click also turns off mails in a channel whose own setting enables them.
    await network.caughtUp();
    const mails = (await mailbox.notificationsTo(bob.email)).length;
    const reader = await addAway({ enable_stream_email_notifications: true });
    await alice.send('lobby', 'after the click', 'unsubscribed');
    await mailsTo(reader, '#lobby > unsubscribed');
    expect(await mailbox.notificationsTo(bob.email)).toHaveLength(mails);
    const { subscriptions } = await bob.api.get('/users/me/subscriptions');
    expect(subscriptions).toMatchObject([{ stream_id: id, email_notifications: false }]);
    expect((await fetch(`${address}x`, { method: 'POST', body })).status).toBe(400);
  });
});

describe('the inbox of development', () => {
  it('lists the mails, and shows each with its HTML in a frame without scripts', async () => {
    const bob = await addAway();
    await alice.sendDirect([bob], 'look at me');
    await mailsTo(bob, 'Direct messages');
    const list = await (await fetch(`${network.gatewayUrl()}/dev/mail`)).text();
    expect(list).toContain(bob.email);
    const path = new RegExp(`href="(/dev/mail/[^"]+)">[^<]*</a><br>${bob.email}`).exec(list)![1]!;
    const page = await (await fetch(network.gatewayUrl() + path)).text();
    expect(page).toContain('look at me');
    expect(page).toMatch(
      /<iframe sandbox="(?![^"]*allow-(?:scripts|same-origin))[^"]*" srcdoc="&lt;base target=/,
    );
    expect(page).toMatch(/<a href="http:[^"]*\/unsubscribe\/[^"]+">http:/);
    expect((await fetch(`${network.gatewayUrl()}/dev/mail/..%2Fetc%2Fpasswd`)).status).toBe(404);
  });
});
