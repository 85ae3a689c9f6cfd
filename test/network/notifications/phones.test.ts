import { type Db, sql } from '@parley/db';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import {
  type FcmMessage,
  openSecretBox,
  startApns,
  startFcm,
  startPushForwarder,
  type TestApns,
  type TestFcm,
  type TestPushForwarder,
} from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';

// Tests push notifications to phones: from the registration of a phone and a message to the push, and the removal after the
// message was read.

let apns: TestApns;
let fcm: TestFcm;
let forwarder: TestPushForwarder;
let network: Network;
let organization: Organization;
let alice: Person;
let db: Db;
let people = 0;

beforeAll(async () => {
  apns = await startApns();
  fcm = await startFcm();
  forwarder = await startPushForwarder();
  network = await Network.start({
    replicas: { notify: 2 },
    env: {
      PARLEY_NOTIFY_IDLE_SECONDS: '2',
      PARLEY_APNS_URL: apns.url,
      PARLEY_APNS_KEY_FILE: apns.keyFile,
      PARLEY_APNS_KEY_ID: apns.keyId,
      PARLEY_APNS_TEAM_ID: apns.teamId,
      PARLEY_APNS_TOPIC: apns.topic,
      PARLEY_FCM_URL: fcm.url,
      PARLEY_FCM_CREDENTIALS_FILE: fcm.credentialsFile,
      PARLEY_PUSH_FORWARDER_URL: forwarder.url,
      PARLEY_PUSH_FORWARDER_ID: forwarder.id,
      PARLEY_PUSH_FORWARDER_KEY: forwarder.key,
    },
  });
  db = openDatabase(network);
  organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
  await alice.subscribe(['lobby'], [alice]);
});

afterAll(async () => {
  await db?.close();
  await network?.stop();
  await apns?.[Symbol.asyncDispose]();
  await fcm?.[Symbol.asyncDispose]();
  await forwarder?.[Symbol.asyncDispose]();
});

/** Creates a person with a phone who is subscribed to the channel. */
async function addPerson(): Promise<{ person: Person; token: string }> {
  const name = `person${++people}`;
  const { [name]: added } = await organization.add(name);
  const person = added!;
  await alice.subscribe(['lobby'], [person], { send_new_subscription_messages: false });
  const token = `phone-of-${name}`;
  await person.api.post('/users/me/android_gcm_reg_id', { token });
  await network.caughtUp();
  return { person, token };
}

/** Creates a person without a phone. */
async function addReader(): Promise<Person> {
  const name = `reader${++people}`;
  const { [name]: added } = await organization.add(name);
  return added!;
}

const mentionOf = ({ email, userId }: Person) => `@**${email.split('@')[0]}|${userId}**`;
const to = (token: string) =>
  fcm.received.filter((message) => message.token === token).map(({ data }) => data);
const waitFor = (token: string, about: string, isIt: (data: FcmMessage['data']) => boolean) =>
  until(`a notification on ${token} ${about}`, async () => to(token).find(isIt));
const waitForMessage = (token: string, id: number) =>
  waitFor(token, `about message ${id}`, (data) => data.zulip_message_id === String(id));
const waitForRemoval = (token: string, id: number) =>
  waitFor(token, `that is removed, ${id}`, ({ event, zulip_message_ids: ids }) => {
    return event === 'remove' && (ids ?? '').split(',').includes(String(id));
  });

describe('a phone', () => {
  it('gets messages that notify its person, and none after the phone was removed', async () => {
    const { person, token } = await addPerson();
    const other = await addPerson();
    const id = await alice.send('lobby', `**Hello** ${mentionOf(person)}, soon?`, 'lunch');
    expect(await waitForMessage(token, id)).toMatchObject({
      event: 'message',
      user_id: String(person.userId),
      recipient_type: 'stream',
      stream: 'lobby',
      topic: 'lunch',
      sender_full_name: 'alice',
      sender_avatar_url: expect.stringMatching(/^https?:\/\//),
      content: expect.stringMatching(/^Hello @person\d+, soon\?$/),
    });
    await person.api.delete('/users/me/android_gcm_reg_id', { token });
    await alice.sendDirect([person], 'without a phone');
    const last = await alice.sendDirect([other.person], 'to another person');
    await waitForMessage(other.token, last);
    // A push may come twice, because it is repeated if its answer is late.
    expect([...new Set(to(token).map((data) => data.zulip_message_id))]).toEqual([String(id)]);
    await expect(person.api.delete('/users/me/android_gcm_reg_id', { token })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('of Apple gets messages that notify its person', async () => {
    const person = await addReader();
    await person.api.post('/users/me/apns_device_token', { token: 'ABCDEF', appid: apns.topic });
    await network.caughtUp();
    const id = await alice.sendDirect([person], 'to a phone of Apple');
    const { token, payload } = await until('the phone gets the message', async () => apns.received[0]);
    expect(token).toBe('abcdef');
    expect(payload.zulip).toMatchObject({ user_id: person.userId, message_ids: [id] });
  });

  it('removes the notification when its message is read, deleted or moved to a place that the person cannot read', async () => {
    const { person, token } = await addPerson();
    const read = await alice.sendDirect([person], 'read later');
    const deleted = await alice.sendDirect([person], 'deleted later');
    const moved = await alice.send('lobby', `moved later ${mentionOf(person)}`, 'moving');
    const all = await alice.send('lobby', `read with all ${mentionOf(person)}`, 'staying');
    for (const id of [read, deleted, moved, all]) await waitForMessage(token, id);
    await person.api.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await waitForRemoval(token, read);
    await alice.api.delete(`/messages/${deleted}`);
    await waitForRemoval(token, deleted);
    await alice.subscribe(['secret'], [alice], { invite_only: true });
    const { stream_id: secret } = await alice.api.get('/get_stream_id', { stream: 'secret' });
    await alice.api.patch(`/messages/${moved}`, { stream_id: secret });
    await waitForRemoval(token, moved);
    await person.api.post('/mark_all_as_read', {});
    await waitForRemoval(token, all);
  });

  it('is forgotten with the API key, and gets a test notification before that', async () => {
    const { person, token } = await addPerson();
    await person.api.post('/mobile_push/test_notification', { token });
    const events = () => [...new Set(to(token).map(({ event }) => event))];
    expect(events()).toEqual(['test']);
    const refused = await person.api.raw('POST', '/mobile_push/test_notification', { token: 'another' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_PUSH_DEVICE_TOKEN' } });
    const { api_key: key } = await person.api.post('/users/me/api_key/regenerate', {});
    expect(key).toBeTypeOf('string');
    await network.caughtUp();
    await until('the phone is forgotten', async () => {
      const phones = await db.many(sql`select 1 from notify.phones where user_id = ${person.userId}`);
      return phones.length === 0;
    });
    const other = await addPerson();
    await alice.sendDirect([person], 'after the key');
    const last = await alice.sendDirect([other.person], 'to another person');
    await waitForMessage(other.token, last);
    expect(events()).toEqual(['test']);
  });

  it('is supported: the server announces that it pushes to phones', async () => {
    const { initial } = await alice.register({ event_types: [], fetch_event_types: ['realm'] });
    expect(initial).toMatchObject({
      realm_push_notifications_enabled: true,
      realm_push_notifications_enabled_end_timestamp: null,
    });
    expect(await alice.api.get('/server_settings', {})).toMatchObject({ push_notifications_enabled: true });
  });
});

describe('a phone with encrypted messages', () => {
  const secret = Buffer.alloc(32, 9);
  const key = Buffer.concat([Buffer.of(0x31), secret]).toString('base64');

  it('is registered with an ID of its app, reports the outcome to the app, and decrypts messages', async () => {
    const person = await addReader();
    const queue = await person.register({ event_types: ['push_device', 'device'] });
    expect(queue.initial.push_devices).toEqual({});
    const { token_id: _tokenId, ...registration } = forwarder.registrationOf('encrypted-phone', 'fcm');
    await person.api.post('/mobile_push/register', { push_account_id: 77, push_key: key, ...registration });
    queue.start();
    await until('the event', async () => queue.events.find(({ type }) => type === 'push_device'));
    expect(queue.events.find(({ type }) => type === 'push_device')).toMatchObject({
      push_account_id: '77',
      status: 'active',
    });
    await queue.stop();
    const { initial } = await person.register({ event_types: [], fetch_event_types: ['push_device'] });
    expect(initial.push_devices).toEqual({ 77: { status: 'active', error_code: null } });
    const id = await alice.sendDirect([person], 'in secret');
    const sent = await until('an encrypted notification', async () =>
      forwarder.received.find(({ token }) => token === 'encrypted-phone'),
    );
    expect(JSON.parse(openSecretBox(sent.payload.payload.encrypted_data, secret))).toMatchObject({
      type: 'message',
      message_id: id,
      content: 'in secret',
      recipient_user_ids: [alice.userId, person.userId].sort((one, other) => one - other),
    });
    await person.api.post('/mobile_push/e2ee/test_notification', { push_account_id: 77 });
    const refused = await person.api.raw('POST', '/mobile_push/e2ee/test_notification', {
      push_account_id: 78,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'NO_ACTIVE_PUSH_DEVICE' } });
  });

  it('is registered as a device that others neither see nor change, until it is removed', async () => {
    const person = await addReader();
    const queue = await person.register({ event_types: ['device'], fetch_event_types: ['device'] });
    expect(queue.initial.devices).toEqual({});
    queue.start();
    const { device_id: id } = await person.api.post('/register_client_device', {});
    const { bouncer_public_key, encrypted_push_registration, token_kind, token_id } =
      forwarder.registrationOf('device-phone', 'fcm');
    const form = { device_id: id, push_key_id: 3, push_key: key, token_kind, token_id };
    const whole = { ...form, bouncer_public_key, encrypted_push_registration };
    const refused = await alice.api.raw('POST', '/mobile_push/register', whole);
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    await person.api.post('/mobile_push/register', whole);
    await until('the event', async () => queue.events.find(({ push_token_id: token }) => token === token_id));
    const { initial } = await person.register({ event_types: [], fetch_event_types: ['device'] });
    expect(initial.devices).toEqual({
      [id]: {
        push_key_id: 3,
        push_token_id: token_id,
        pending_push_token_id: null,
        push_token_last_updated_timestamp: expect.any(Number),
        push_registration_error_code: null,
      },
    });
    await person.api.post('/remove_client_device', { device_id: id });
    await until('the event', async () => queue.events.find(({ op }) => op === 'remove'));
    await queue.stop();
    expect(queue.events.map(({ op }) => op)).toEqual(['add', 'update', 'update', 'remove']);
    const others = await alice.register({ event_types: [], fetch_event_types: ['device'] });
    expect(others.initial.devices).toEqual({});
  });
});
