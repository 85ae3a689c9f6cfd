import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Tests forms that earlier feature levels of the API gave to answers and events (docs/api/levels.json), where no other test does.

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['open'], [alice, bob]);
});

afterAll(() => network?.stop());

const keysOf = (object: Body): string[] => Object.keys(object).sort();

/** Returns the events that a person receives during an action, without their IDs. */
async function eventsDuring(
  person: Person,
  types: readonly string[],
  action: () => Promise<unknown>,
): Promise<Body[]> {
  const client_capabilities = { bulk_message_deletion: true };
  const queue = await person.register({ event_types: types, fetch_event_types: [], client_capabilities });
  await action();
  await network.caughtUp();
  return (await queue.pollNow()).map(({ id: _id, ...event }) => event);
}

const open = async (): Promise<number> =>
  (await alice.api.get('/get_stream_id', { stream: 'open' })).stream_id;
const messageOf = async (id: number): Promise<Body> => (await alice.api.get(`/messages/${id}`)).message;

it('names senders and recipients of messages without short names, and a conversation with one ID', async () => {
  const [there, back] = [await alice.sendDirect([bob], 'hi'), await bob.sendDirect([alice], 'hi')];
  const [message, answer] = [await messageOf(there), await messageOf(back)];
  expect(keysOf(message)).not.toContain('sender_short_name');
  for (const person of message.display_recipient) {
    expect(keysOf(person)).toEqual(['email', 'full_name', 'id', 'is_mirror_dummy']);
  }
  expect(answer.recipient_id).toBe(message.recipient_id);
});

it('has no role and no age in channels and subscriptions', async () => {
  const { streams } = await alice.api.get('/streams');
  const { subscriptions } = await alice.api.get('/users/me/subscriptions');
  for (const channel of [...streams, ...subscriptions]) {
    for (const former of ['is_old_stream', 'role', 'email_address', 'subscribers']) {
      expect(keysOf(channel)).not.toContain(former);
    }
  }
});

it('announces a changed subscription by the ID of its channel alone', async () => {
  const data = [{ stream_id: await open(), property: 'pin_to_top', value: true }];
  const events = await eventsDuring(alice, ['subscription'], () =>
    alice.api.post('/users/me/subscriptions/properties', { subscription_data: data }),
  );
  expect(events).toEqual([{ type: 'subscription', op: 'update', ...data[0] }]);
});

it('announces subscribers by lists of IDs', async () => {
  const { carol, dave } = await organization.add('carol', 'dave');
  const events = await eventsDuring(alice, ['subscription'], () => alice.subscribe(['open'], [carol, dave]));
  const user_ids = [carol.userId, dave.userId];
  expect(events).toEqual([{ type: 'subscription', op: 'peer_add', stream_ids: [await open()], user_ids }]);
});

it('announces changed flags with op, beside its former name', async () => {
  const id = await alice.send('open', 'a flag');
  const events = await eventsDuring(bob, ['update_message_flags'], () =>
    bob.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
  );
  expect(events).toEqual([
    expect.objectContaining({ op: 'add', operation: 'add', flag: 'starred', messages: [id], all: false }),
  ]);
});

it('announces deleted direct messages without their sender', async () => {
  const id = await alice.sendDirect([bob], 'gone');
  const events = await eventsDuring(bob, ['delete_message'], () =>
    owner.api.delete(`/messages/${id}`).catch(() => alice.api.delete(`/messages/${id}`)),
  );
  expect(events).toEqual([{ type: 'delete_message', message_ids: [id], message_type: 'private' }]);
});

it('announces profile fields without op', async () => {
  const events = await eventsDuring(alice, ['custom_profile_fields'], () =>
    owner.api.post('/realm/profile_fields', { name: 'Desk', field_type: 1 }),
  );
  expect(events.map(keysOf)).toEqual([['fields', 'type']]);
});

it('shows links of topics with text and address', async () => {
  await owner.api.post('/realm/filters', {
    pattern: 'T(?P<id>[0-9]+)',
    url_template: 'https://t.example/{id}',
  });
  const id = await alice.send('open', 'x', 'see T12');
  expect((await messageOf(id)).topic_links).toEqual([{ text: 'T12', url: 'https://t.example/12' }]);
});

it('has the picture that stands still in every emoji', async () => {
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(picture, 'base64')], { type: 'image/png' }), 'dot.png');
  const headers = { authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}` };
  const url = `${network.gatewayUrl()}/api/v1/realm/emoji/dot`;
  expect((await fetch(url, { method: 'POST', body: form, headers })).status).toBe(200);
  const { emoji } = await alice.api.get('/realm/emoji');
  expect(Object.values(emoji as Record<string, Body>)).toEqual([
    expect.objectContaining({ name: 'dot', still_url: null, author_id: owner.userId }),
  ]);
});

it('keeps both topics in the history of a message, and no version of its rendering', async () => {
  const id = await alice.send('open', 'before', 'first topic');
  await alice.api.patch(`/messages/${id}`, { topic: 'second topic' });
  await alice.api.patch(`/messages/${id}`, { content: 'after' });
  const { edit_history: history } = await messageOf(id);
  expect((history as Body[]).map(keysOf)).toEqual([
    ['prev_content', 'prev_rendered_content', 'timestamp', 'user_id'],
    ['prev_topic', 'timestamp', 'topic', 'user_id'],
  ]);
});

it('announces bots with the ID of their owner', async () => {
  const events = await eventsDuring(bob, ['realm_bot'], () =>
    bob.api.post('/bots', { full_name: 'helper', short_name: 'helper' }),
  );
  expect(events).toMatchObject([{ op: 'add', bot: { owner_id: bob.userId } }]);
  expect(keysOf(events[0]!.bot)).not.toContain('owner');
});

it('shows for each person the role, and whether the account was imported', async () => {
  const { members } = await alice.api.get('/users');
  const people = (members as Body[]).filter(({ is_bot }) => !is_bot);
  expect(people.map(({ user_id, role, is_imported_stub }) => [user_id, role, is_imported_stub])).toEqual(
    people.map(({ user_id }) => [user_id, user_id === owner.userId ? 100 : 400, false]),
  );
});
