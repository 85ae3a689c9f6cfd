import { routes } from '@parley/gateway';
import { type KeyArea, type KeyScope, keyAreas, mayHaveContents, mayReceive } from '@parley/rules';
import {
  type ApiClient,
  type Body,
  type Method,
  Network,
  Organization,
  type Person,
  until,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { textFieldsOf } from '../../../services/gateway/test/answer-fields.ts';
import { uploadText } from '../files/upload-text.ts';

// Calls the operations with every API key that is limited to one area, with and without reading only. No answer may contain a
// credential that the key cannot make itself, or contents if the key may not be used for the area `messages`.

/** Occurs in every text that somebody has written in this organization, and in no name. */
const written = 'quietly written';

let network: Network;
let owner: Person;
let bob: Person;
const ids = { bot: 0, webhook: 0, channel: 0, group: 0, message: 0, key: 0, import: 0, file: '' };
/** Limited keys of the owner, who may see everything in this organization. */
const keys: { scope: KeyScope; client: ApiClient }[] = [];
/** Credentials that the owner has received without limits. */
const secrets = new Set<string>();

beforeAll(async () => {
  network = await Network.start({
    env: {
      PARLEY_MAIL_IN_DOMAIN: 'in.test.example',
      PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: 'http://127.0.0.1:9/bigbluebutton/',
      PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: 'a secret of the provider',
    },
  });
  const organization = await Organization.create(network);
  ({ owner } = organization);
  ({ bob } = await organization.add('bob'));
  await fill();
  const areas = [[], ...Object.keys(keyAreas).map((area) => [area as KeyArea])];
  for (const isReadOnly of [true, false]) {
    for (const chosen of areas.slice(isReadOnly ? 0 : 1)) {
      const form = { name: 'Limited', is_read_only: isReadOnly, areas: chosen };
      const { api_key: apiKey } = await owner.api.post('/users/me/api_keys', form);
      const client = network.client({ email: owner.email, apiKey });
      keys.push({ scope: { isReadOnly, areas: chosen }, client });
    }
  }
});

afterAll(() => network?.stop());

/** Creates something of every kind that can be handed out. */
async function fill(): Promise<void> {
  await owner.subscribe(['lunch'], [owner, bob]);
  const { stream_id: channel } = await owner.api.get('/get_stream_id', { stream: 'lunch' });
  const program = { bot_type: 3, payload_url: 'https://program.invalid/' };
  const helper = { full_name: 'Helper', short_name: 'helper', ...program };
  const { user_id: bot } = await owner.api.post('/bots', helper);
  const { webhook } = await owner.api.post(`/bots/${bot}/webhooks`, {});
  const group = { name: 'cooks', description: '', members: [owner.userId] };
  const { group_id } = await owner.api.post('/user_groups/create', group);
  const file = await uploadText(network, bob, 'plan.txt', written);
  const message = await bob.send('lunch', `${written} [plan](${file})`, 'soup');
  await owner.sendDirect([bob], written);
  const { key_id: key } = await owner.api.post('/users/me/api_keys', { name: 'Full' });
  Object.assign(ids, { bot, webhook: webhook.id, channel, group: group_id, message, key, file });
  for (const invite_as of [100, 200, 400]) await owner.api.post('/invites/multiuse', { invite_as });
  await owner.api.post('/invites', { invitee_emails: 'new@test.example', stream_ids: [] });
  await owner.api.post('/drafts', {
    drafts: [{ type: 'stream', to: [channel], topic: written, content: written }],
  });
  await owner.api.post('/saved_snippets', { title: written, content: written });
  const later = Math.floor(Date.now() / 1000) + 86_400;
  const scheduled = { type: 'channel', to: channel, topic: written, content: written };
  await owner.api.post('/scheduled_messages', { ...scheduled, scheduled_delivery_timestamp: later });
  await owner.api.post('/reminders', { message_id: message, scheduled_delivery_timestamp: later });
  const archive = await uploadText(network, owner, 'archive.zip', 'no archive');
  ids.import = (await owner.api.post('/imports', { upload_url: archive, dry_run: true })).import_id;
  await owner.api.post('/users/me/export');
  await owner.api.post('/export/realm');
  await until('the exports have ended', async () => {
    const { exports: own } = await owner.api.get('/users/me/exports');
    const { exports: all } = await owner.api.get('/export/realm');
    return [...own, ...all].every(({ export_url }: Body) => export_url !== null);
  });
}

const fileParts = () => ids.file.split('/').slice(-3);

/** Parameters of reads, by operation. Those without an entry need none. */
const given: Readonly<Record<string, () => Body>> = {
  'create-big-blue-button-video-call': () => ({ meeting_name: 'lunch' }),
  'get-stream-id': () => ({ stream: 'lunch' }),
  'check-messages-match-narrow': () => ({ msg_ids: [ids.message], narrow: [] }),
  'get-messages': () => ({ anchor: 'newest', num_before: 100, num_after: 0 }),
  'get-moved-topic': () => ({ topic: 'soup' }),
  'get-retention-effect': () => ({ message_retention_days: 30 }),
  'get-search-files': () => ({ query: 'plan' }),
  'get-search-suggestions': () => ({ query: 'quietly' }),
};

const pathValues: Readonly<Record<string, () => string | number>> = {
  user_id: () => bob.userId,
  user_id_or_email: () => bob.userId,
  bot_id: () => ids.bot,
  webhook_id: () => ids.webhook,
  app_id: () => 1,
  stream_id: () => ids.channel,
  user_group_id: () => ids.group,
  message_id: () => ids.message,
  import_id: () => ids.import,
  source_id: () => 'unknown',
  key_id: () => ids.key,
  realm_id_str: () => fileParts()[0]!,
  folder: () => fileParts()[1]!,
  filename: () => fileParts()[2]!,
};
const pathOf = (pattern: string): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(pathValues[name]!()));

/** Operations that only accounts of other kinds, or sessions, can call with success. */
const notForThisOwner = new Set(['get-user-presence', 'get-events', 'stream-events', 'get-block-options']);

/** Returns the values at a path of a schema, such as `exports[].export_url`. */
function valuesAt(body: unknown, path: string): unknown[] {
  const parts = path.replaceAll('[]', '.*').split('.');
  let values: unknown[] = [body];
  for (const part of parts) {
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      return part === '*' ? Object.values(value) : [(value as Body)[part]];
    });
  }
  return values.filter((value) => value !== undefined && value !== null && value !== '');
}

const credentialsOf = (answer: z.ZodType | undefined) =>
  answer ? textFieldsOf('', answer).filter(({ kind }) => kind !== undefined) : [];

const operationOf = (name: string) => routes.find(({ operation }) => operation === name)!;

/** Returns what is wrong with an answer to a limited key. */
function leaksIn(operation: string, scope: KeyScope, body: Body, isMaker: boolean): string[] {
  const text = JSON.stringify(body);
  const about = `${operation} with ${JSON.stringify(scope)}`;
  const wrong = credentialsOf(operationOf(operation).answer).flatMap(({ path, kind }) =>
    valuesAt(body, path).length > 0 && !mayReceive(kind!, { keyScope: scope, isMaker })
      ? [`${about}: ${path}`]
      : [],
  );
  for (const secret of secrets) if (text.includes(secret)) wrong.push(`${about}: ${secret}`);
  if (!mayHaveContents(scope) && text.includes(written)) wrong.push(`${about}: contents`);
  return wrong;
}

const reads = routes.filter(
  ({ method, auth, operation }) => method === 'GET' && auth !== 'none' && !notForThisOwner.has(operation),
);

describe('an API key with limits', () => {
  it('gets no credential and no contents from any read, except those that it may make or read itself', async () => {
    const kinds = new Set<string>();
    for (const { operation, path, answer } of reads) {
      const { status, body } = await owner.api.raw('GET', pathOf(path), given[operation]?.() ?? {});
      expect([operation, status, body.msg]).toEqual([operation, 200, '']);
      for (const field of credentialsOf(answer)) {
        for (const value of valuesAt(body, field.path)) {
          kinds.add(field.kind!);
          if (typeof value === 'string' && field.kind !== 'file address') secrets.add(value);
        }
      }
    }
    // Without these, the test would compare nothing.
    expect([...kinds].toSorted()).toEqual([
      'API key',
      'call address',
      'channel mail address',
      'export archive',
      'file address',
      'invitation link',
      'webhook address',
      'webhook secret',
    ]);
    const wrong: string[] = [];
    let answered = 0;
    for (const { operation, path } of reads) {
      for (const { scope, client } of keys) {
        const { status, body } = await client.raw('GET', pathOf(path), given[operation]?.() ?? {});
        if (status === 200) answered += 1;
        else if (status !== 403 && status !== 404) wrong.push(`${operation}: ${status} ${body.msg}`);
        wrong.push(...leaksIn(operation, scope, body, true));
      }
    }
    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  /** Forms of writes whose answers contain credentials. */
  const writes: Readonly<Record<string, () => Body>> = {
    'create-invite-link': () => ({ invite_as: 400 }),
    'add-bot': () => ({ full_name: `Bot ${Math.random()}`, short_name: `bot${Math.random()}` }),
    'regenerate-bot-api-key': () => ({}),
    'update-bot': () => ({ service_interface: 1 }),
    'create-webhook': () => ({}),
    'update-webhook': () => ({}),
    'update-outgoing-webhook': () => ({}),
    'install-app': () => ({ manifest: { name: 'Tool', bot: { name: 'Tool' } } }),
    'get-app-credentials': () => ({}),
    'regenerate-own-api-key': () => ({}),
    'create-api-key': () => ({ name: 'More' }),
    'rotate-api-key': () => ({}),
    'create-zoom-video-call': () => ({}),
    'begin-totp': () => ({}),
    'create-recovery-codes': () => ({}),
    'confirm-totp': () => ({ code: '000000' }),
    'add-passkey': () => ({ name: 'x', passkey: { challenge_token: 'x', id: 'x', client_data_json: 'x' } }),
    'sign-out': () => ({}),
  };

  it('gets from a write only what it may make itself', async () => {
    const handingOut = routes.filter(
      ({ method, auth, answer }) => method !== 'GET' && auth !== 'none' && credentialsOf(answer).length > 0,
    );
    expect(handingOut.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(writes).toSorted());
    const wrong: string[] = [];
    const received = new Set<string>();
    for (const { operation, method, path } of handingOut) {
      for (const { scope, client } of keys) {
        const { status, body } = await client.raw(method as Method, pathOf(path), writes[operation]!());
        if (status === 200) received.add(`${operation} ${scope.areas.join()} ${scope.isReadOnly}`);
        else if (status !== 403 && operation !== 'create-zoom-video-call')
          wrong.push(`${operation}: ${status}`);
        wrong.push(...leaksIn(operation, scope, body, true));
      }
    }
    expect(wrong).toEqual([]);
    expect([...received]).toEqual(['create-invite-link invites false']);
  });

  it('limited to invitations lists them without links, and makes links of members only', async () => {
    const client = keys.find(({ scope }) => scope.areas[0] === 'invites' && !scope.isReadOnly)!.client;
    const { invites } = await client.get('/invites');
    expect(invites.length).toBeGreaterThanOrEqual(4);
    expect(invites.filter((each: Body) => 'link_url' in each)).toEqual([]);
    expect((await client.post('/invites/multiuse', { invite_as: 400 })).invite_link).toContain('/join/');
    for (const invite_as of [100, 200, 300]) {
      expect((await client.raw('POST', '/invites/multiuse', { invite_as })).status).toBe(403);
    }
  });

  it('limited to channels opens no contents to others', async () => {
    const client = keys.find(({ scope }) => scope.areas[0] === 'channels' && !scope.isReadOnly)!.client;
    const { id } = await owner.api.post('/channels/create', {
      name: 'vault',
      subscribers: [owner.userId],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    for (const change of [
      { is_private: false },
      { is_web_public: true },
      { history_public_to_subscribers: true },
    ]) {
      expect((await client.raw('PATCH', `/streams/${id}`, change)).body.code).toBe('ACCESS_DENIED');
    }
    await client.patch(`/streams/${id}`, { description: 'Still closed.' });
    await owner.api.patch(`/streams/${id}`, { is_private: false });
    await client.patch(`/streams/${id}`, { is_private: true });
  });

  it('starts and opens no export, whatever its area', async () => {
    for (const { client } of keys) {
      for (const path of ['/users/me/export', `/users/${bob.userId}/export`, '/export/realm']) {
        expect((await client.raw('POST', path)).body.code).toBe('ACCESS_DENIED');
      }
    }
    const of = (area: KeyArea) => keys.find(({ scope }) => scope.areas[0] === area)!.client;
    const { exports: own } = await of('users').get('/users/me/exports');
    const { exports: all } = await of('organization').get('/export/realm');
    expect([...own, ...all].map(({ export_url }: Body) => export_url)).toEqual([null, null]);
  });
});

describe('an event queue', () => {
  const keyOf = (area: KeyArea) => keys.find(({ scope }) => scope.areas[0] === area && !scope.isReadOnly)!;
  const withMessages = async () => {
    const form = { name: 'Events', areas: ['events', 'messages'] };
    const { api_key: apiKey } = await owner.api.post('/users/me/api_keys', form);
    return network.client({ email: owner.email, apiKey });
  };

  it('of a key without the area messages has no contents, neither in its start nor in its events', async () => {
    const { client } = keyOf('events');
    const other = await withMessages();
    const [limited, full] = [await client.post('/register'), await other.post('/register')];
    const text = JSON.stringify(limited);
    expect(limited.realm_users.length).toBeGreaterThan(1);
    expect(limited.max_message_id).toBe(full.max_message_id);
    expect(text).not.toContain(written);
    for (const name of ['drafts', 'reminders', 'saved_snippets', 'scheduled_messages', 'unread_msgs']) {
      expect([name, name in limited, name in full]).toEqual([name, false, true]);
    }
    await bob.send('lunch', written);
    await bob.api.patch('/settings', { full_name: 'Robert' });
    const read = async (each: ApiClient, { queue_id }: Body) => {
      const types: string[] = [];
      await until('the change of the name arrives', async () => {
        const { events } = await each.get('/events', { queue_id, last_event_id: -1, dont_block: true });
        types.splice(0, types.length, ...events.map(({ type }: Body) => type));
        return types.includes('realm_user');
      });
      return new Set(types);
    };
    expect(await read(client, limited!)).toEqual(new Set(['realm_user']));
    expect((await read(other, full!)).has('message')).toBe(true);
  });

  it('that was registered with more rights cannot be read by a key with fewer', async () => {
    const { queue_id } = await owner.api.post('/register', { event_types: ['message', 'realm_export'] });
    const params = { queue_id, last_event_id: -1, dont_block: true };
    for (const client of [keyOf('events').client, await withMessages()]) {
      expect((await client.raw('GET', '/events', params)).body.code).toBe('BAD_EVENT_QUEUE_ID');
      const { event_queues } = await client.get('/event_queues');
      expect(event_queues.map((queue: Body) => queue.queue_id)).toContain(queue_id);
    }
    await owner.api.get('/events', params);
    const own = await keyOf('events').client.post('/register', { event_types: ['realm'] });
    // More rights than those of the registration are no obstacle.
    await owner.api.get('/events', { ...params, queue_id: own.queue_id });
  });

  it('of a key with limits announces exports without their addresses', async () => {
    const client = await withMessages();
    const [limited, full] = await Promise.all(
      [client, owner.api].map((each) => each.post('/register', { event_types: ['realm_export'] })),
    );
    await owner.api.post('/export/realm');
    const urls = async (each: ApiClient, { queue_id }: Body) => {
      const params = { queue_id, last_event_id: -1, dont_block: true };
      const found: Body[] = [];
      await until('the export has ended', async () => {
        const { events } = await each.get('/events', params);
        found.splice(0, found.length, ...events.flatMap((event: Body) => event.exports ?? []));
        return events.length > 0 && events.at(-1).exports.every(({ pending }: Body) => !pending);
      });
      return found.map(({ export_url }) => export_url as string | null);
    };
    expect((await urls(owner.api, full!)).some((url) => url !== null)).toBe(true);
    expect((await urls(client, limited!)).filter((url) => url !== null)).toEqual([]);
  });
});

describe('contents', () => {
  const of = async (areas: KeyArea[]) => {
    const { api_key: apiKey } = await owner.api.post('/users/me/api_keys', { name: 'Contents', areas });
    return network.client({ email: owner.email, apiKey });
  };

  it('in lists of the area personal need the area messages, too', async () => {
    const [alone, both] = [await of(['personal']), await of(['personal', 'messages'])];
    for (const path of ['/drafts', '/reminders', '/saved_snippets', '/scheduled_messages']) {
      expect((await alone.raw('GET', path)).body.code).toBe('ACCESS_DENIED');
      await both.get(path);
    }
    const later = Math.floor(Date.now() / 1000) + 86_400;
    const form = { type: 'direct', to: [bob.userId], content: 'x', scheduled_delivery_timestamp: later };
    expect((await alone.raw('POST', '/scheduled_messages', form)).body.code).toBe('ACCESS_DENIED');
    await both.post('/scheduled_messages', form);
    await alone.get('/users/me/alert_words');
  });

  it('are not sent to a device that a key without the area messages registers', async () => {
    const [alone, both] = [await of(['mobile']), await of(['mobile', 'messages'])];
    const keysOfBrowser = { p256dh: 'x', auth: 'x' };
    const form = { subscription: { endpoint: 'https://push.example/1', keys: keysOfBrowser } };
    const token = { token: 'ab'.repeat(32), appid: 'org.example.app' };
    for (const [path, params] of [
      ['/users/me/web_push', form],
      ['/users/me/apns_device_token', token],
      ['/users/me/android_gcm_reg_id', { token: 'x' }],
    ] as const) {
      expect((await alone.raw('POST', path, params)).body.code).toBe('ACCESS_DENIED');
      expect((await both.raw('POST', path, params)).body.code).not.toBe('ACCESS_DENIED');
    }
  });

  it('in files of other people need the area messages; the own files do not', async () => {
    const [alone, both] = [await of(['uploads']), await of(['uploads', 'messages'])];
    const own = await uploadText(network, owner, 'own.txt', 'mine');
    const read = (client: ApiClient, file: string) => client.raw('GET', file);
    expect((await read(alone, own)).status).toBe(200);
    expect((await read(alone, ids.file)).body.code).toBe('NOT_FOUND');
    expect((await read(both, ids.file)).status).toBe(200);
  });
});
