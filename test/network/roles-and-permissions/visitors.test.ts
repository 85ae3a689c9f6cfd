import { createHash } from 'node:crypto';
import {
  type AnyNetwork,
  anyNetwork,
  type Body,
  Organization,
  type Params,
  Person,
  until,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages, routes, transfers } from '../../../services/gateway/src/http/routes.ts';
import { uploadText } from '../files/upload-text.ts';

// What visitors (readers without an account) get from every operation that accepts requests without credentials, in three
// organizations: an ordinary one, one where guests see only some people, and one that does not admit visitors. A new operation
// with `auth: 'optional'` or `'none'` needs an entry in `decisions`, otherwise a test fails.

let network: AnyNetwork;
let owner: Person;
let ann: Person;
let ben: Person;
let bot: Person;
let groups: ReadonlyMap<string, number>;
let host: string;
/** IDs of channels and messages, by name. */
const channels: Record<'open' | 'public' | 'private' | 'archived', number> = {
  open: 0,
  public: 0,
  private: 0,
  archived: 0,
};
const messages: Record<keyof typeof channels | 'direct', number> = { ...channels, direct: 0 };
const files = { open: '', private: '', picture: '' };
/** Texts that no answer to a visitor may contain, with what they are. */
const secrets = new Map<string, string>();

/** A PNG picture of 3 × 2 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  owner = organization.owner;
  // Eve and Fay write only where visitors may not read.
  const { eve, fay, ...others } = await organization
    .add('ann', 'ben', 'leaver', 'undisclosed-eve', 'undisclosed-fay')
    .then(({ 'undisclosed-eve': one, 'undisclosed-fay': two, ...rest }) => ({ eve: one, fay: two, ...rest }));
  ({ ann, ben } = others);
  const { leaver } = others;
  host = new URL((await network.client().get('/server_settings')).realm_url).hostname;
  const { user_groups } = await owner.api.get('/user_groups');
  groups = new Map(user_groups.map((group: Body) => [group.name, group.id]));
  await setSpectators(true);
  const folder = await owner.api.post('/channel_folders/create', {
    name: 'undisclosed folder',
    description: '',
  });
  await owner.subscribe(['open hall'], [owner, ann], { is_web_public: true });
  await owner.subscribe(['undisclosed archive'], [owner, ann], { is_web_public: true });
  await owner.subscribe(['undisclosed public'], [owner, eve]);
  await owner.subscribe(['undisclosed private'], [owner, eve, fay], {
    invite_only: true,
    folder_id: folder.channel_folder_id,
  });
  const named = {
    open: 'open hall',
    public: 'undisclosed public',
    private: 'undisclosed private',
    archived: 'undisclosed archive',
  };
  for (const [key, stream] of Object.entries(named)) {
    channels[key as keyof typeof channels] = (await owner.api.get('/get_stream_id', { stream })).stream_id;
  }
  await owner.api.post('/user_groups/create', {
    name: 'undisclosed crew',
    description: 'undisclosed description',
    members: [eve.userId],
  });
  const made = await ann.api.post('/bots', { full_name: 'Helper', short_name: 'helper' });
  const identity = { userId: made.user_id, email: made.bot.email, apiKey: made.api_key };
  bot = new Person(identity, network.client(identity));

  await setPicture(ben);
  await owner.api.patch('/realm', {
    new_stream_announcements_stream_id: channels.private,
    can_invite_users_group: { new: { direct_members: [eve.userId], direct_subgroups: [] } },
  });
  files.open = await uploadText(network, ann, 'open.txt', 'for all the world');
  files.private = await uploadText(network, eve, 'hidden.txt', 'undisclosed words');
  messages.open = await ann.send('open hall', `hello [file](${files.open})`, 'greetings');
  // Neither of them is subscribed.
  await ben.send('open hall', 'hello from outside', 'greetings');
  await bot.send('open hall', 'hello from a program', 'greetings');
  await leaver.send('open hall', 'goodbye', 'greetings');
  await owner.api.delete(`/users/${leaver.userId}`);
  await eve.api.post(`/messages/${messages.open}/reactions`, { emoji_name: 'tada' });
  messages.archived = await ann.send('undisclosed archive', 'undisclosed words of old', 'undisclosed topic');
  messages.public = await eve.send('undisclosed public', 'undisclosed words', 'undisclosed topic');
  messages.private = await fay.send(
    'undisclosed private',
    `undisclosed words [file](${files.private})`,
    'undisclosed topic',
  );
  messages.direct = await eve.sendDirect([fay], 'undisclosed words');
  // A message that is moved to where visitors read it does not show where it was, and what it said there.
  const moved = await owner.send('undisclosed private', 'undisclosed words', 'undisclosed topic');
  await owner.api.patch(`/messages/${moved}`, { content: 'hello from elsewhere' });
  await owner.api.patch(`/messages/${moved}`, {
    stream_id: channels.open,
    topic: 'arrivals',
    propagate_mode: 'change_one',
  });
  await owner.api.delete(`/streams/${channels.archived}`);
  files.picture = (await ben.api.get('/users/me')).avatar_url;
  const open = await until('the file is linked', async () => {
    const response = await fetch(network.gatewayUrl() + files.open);
    return response.ok && response.text();
  });
  expect(open).toBe('for all the world');

  secrets.set('undisclosed', 'a name or text from where visitors may not read');
  for (const { email, userId } of [owner, ann, ben, leaver, eve, fay, bot]) {
    secrets.set(email, `the address of user ${userId}`);
    for (const algorithm of ['md5', 'sha256']) {
      const hash = createHash(algorithm).update(email).digest('hex');
      secrets.set(hash, `the ${algorithm} hash of the address of user ${userId}`);
    }
  }
});

afterAll(() => network?.stop());

async function setPicture(person: Person): Promise<void> {
  const form = new FormData();
  form.set('file', new File([png], 'me.png', { type: 'image/png' }));
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
  const url = `${network.gatewayUrl()}/api/v1/users/me/avatar`;
  expect((await fetch(url, { method: 'POST', headers: { authorization }, body: form })).status).toBe(200);
}

const setSpectators = (isAdmitting: boolean) =>
  owner.api.patch('/realm', { enable_spectator_access: isAdmitting });

const limitGuests = (isLimited: boolean) =>
  owner.api.patch('/realm', {
    can_access_all_users_group: { new: groups.get(isLimited ? 'role:members' : 'role:everyone') },
  });

type Sent = { method: string; path: string; form?: Params };
type Answer = Sent & { status: number; text: string };

/** Sends a request of a visitor to an address of the server. */
async function visit({ method, path, form }: Sent): Promise<Answer> {
  const isRead = method === 'GET' || method === 'HEAD';
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form ?? {}))
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const query = isRead && fields.size > 0 ? `?${fields}` : '';
  const response = await fetch(network.gatewayUrl() + path + query, {
    method,
    redirect: 'manual',
    ...(!isRead && { body: fields }),
  });
  const head = Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join('\n');
  return {
    method,
    path,
    ...(form && { form }),
    status: response.status,
    text: `${head}\n${await response.text()}`,
  };
}

/** Fails when an answer contains a secret that the visitor did not send. */
function expectNoSecret({ method, path, form, text }: Answer): void {
  const sent = `${path} ${JSON.stringify(form ?? {})}`;
  const found = Array.from(secrets).filter(([secret]) => text.includes(secret) && !sent.includes(secret));
  expect(found, `${method} ${path} ${JSON.stringify(form)}`).toEqual([]);
  // The only picture of Gravatar that visitors may see is the organization's icon.
  const hashes = Array.from(text.matchAll(/gravatar\.com\/avatar\/(\w+)/g), ([, hash]) => hash);
  const icon = createHash('md5').update(host).digest('hex');
  expect(hashes.filter((hash) => hash !== icon)).toEqual([]);
}

type Case = Sent & { admitted: number; refused: number };

/** How visitors may call an operation. */
type Decision =
  /** The operation shows data to visitors. Each request has its status where visitors are admitted and where they are not. */
  | { kind: 'read'; cases: () => Case[] }
  /** The operation does nothing without a password, token or signature, which a visitor does not have. */
  | { kind: 'credential'; form?: Params };

const webPublic = { operator: 'channels', operand: 'web-public' };
const newest = { anchor: 'newest', num_before: 100, num_after: 0 };

const read = (form: Params, admitted = 200): Case => ({
  method: 'GET',
  path: '/api/v1/messages',
  form,
  admitted,
  refused: 401,
});
const narrowed = (terms: readonly object[], admitted = 200): Case =>
  read({ ...newest, narrow: [webPublic, ...terms] }, admitted);
const register = (form: Params = {}, admitted = 200, refused = 401): Case => ({
  method: 'POST',
  path: '/api/v1/register',
  form,
  admitted,
  refused,
});
const get = (path: string, admitted: number, refused = admitted): Case => ({
  method: 'GET',
  path,
  admitted,
  refused,
});

const decisions: Readonly<Record<string, Decision>> = {
  'get-server-settings': { kind: 'read', cases: () => [get('/api/v1/server_settings', 200)] },
  'register-queue': {
    kind: 'read',
    cases: () => [
      register(),
      register({ client_capabilities: { archived_channels: true, include_deactivated_groups: true } }),
      register({
        event_types: ['message'],
        narrow: [['channel', 'undisclosed public']],
        all_public_streams: true,
      }),
      register({ client_gravatar: true }, 400, 400),
      register({ include_subscribers: true }, 400, 400),
    ],
  },
  'get-messages': {
    kind: 'read',
    cases: () => [
      narrowed([]),
      read({ ...newest, narrow: [webPublic], client_gravatar: true, apply_markdown: false }),
      ...['first_unread', 'oldest', '1'].map((anchor) =>
        read({ ...newest, anchor, num_after: 100, narrow: [webPublic] }),
      ),
      read({
        ...newest,
        anchor: 'date',
        anchor_date: '2020-01-01T00:00:00Z',
        num_after: 9,
        narrow: [webPublic],
      }),
      read({ message_ids: Object.values(messages), narrow: [webPublic] }),
      narrowed([{ operator: 'channel', operand: 'open hall' }]),
      narrowed([
        { operator: 'channel', operand: channels.open },
        { operator: 'topic', operand: 'greetings' },
      ]),
      narrowed([{ operator: 'search', operand: 'hello' }]),
      narrowed([{ operator: 'search', operand: 'words' }]),
      narrowed([{ operator: 'has', operand: 'reaction' }]),
      narrowed([{ operator: 'is', operand: 'resolved' }]),
      narrowed([{ operator: 'sender', operand: ann.userId }]),
      narrowed([{ operator: 'sender', operand: `user${ann.userId}@${host}` }]),
      narrowed([{ operator: 'id', operand: messages.open }]),
      ...Object.values(messages).flatMap((operand) => [
        narrowed([{ operator: 'with', operand }]),
        narrowed([{ operator: 'near', operand }]),
      ]),
      // Which person has an address is not shown.
      narrowed([{ operator: 'sender', operand: ann.email }], 400),
      narrowed([{ operator: 'sender', operand: bot.email }], 400),
      narrowed([{ operator: 'channel', operand: channels.public }], 400),
      narrowed([{ operator: 'channel', operand: channels.private }], 400),
      narrowed([{ operator: 'channel', operand: channels.archived }], 400),
      // A visitor has no messages of their own.
      narrowed([{ operator: 'sender', operand: 'me' }], 401),
      narrowed([{ operator: 'is', operand: 'unread' }], 401),
      narrowed([{ operator: 'dm', operand: ann.userId }], 401),
      read(newest, 401),
      read({ ...newest, narrow: [{ operator: 'channel', operand: 'open hall' }] }, 401),
      read({ ...newest, narrow: [{ ...webPublic, negated: true }] }, 401),
    ],
  },
  'get-file': {
    kind: 'read',
    cases: () => [
      get(files.open, 200, 401),
      get(files.private, 401),
      get('/user_uploads/1/none/none.txt', 401),
      get('/user_uploads/temporary/none', 404),
      get('/user_uploads/exports/none', 404),
      get(`/user_uploads/thumbnail${files.private.replace('/user_uploads', '')}/100x75.webp`, 401),
    ],
  },
  'get-image': {
    kind: 'read',
    cases: () => [get(files.picture, 200), get('/user_avatars/none.png', 404)],
  },
  'get-external-picture': { kind: 'read', cases: () => [get(`/external_content/${'0'.repeat(64)}/00`, 404)] },
  'fetch-api-key': { kind: 'credential', form: { username: 'ann@test.example', password: 'wrong' } },
  'jwt-fetch-api-key': { kind: 'credential', form: { token: 'none' } },
  'dev-fetch-api-key': { kind: 'credential', form: { username: 'nobody@test.example' } },
  'sign-in': { kind: 'credential', form: { username: 'ann@test.example', password: 'wrong' } },
  'get-join-offer': { kind: 'credential', form: { secret: 'wrong' } },
  'confirm-address': { kind: 'credential', form: { secret: 'wrong', email: 'visitor@test.example' } },
  join: { kind: 'credential', form: { secret: 'wrong', full_name: 'Visitor', password: 'a fine password' } },
  'set-up': { kind: 'credential', form: { secret: 'wrong' } },
  // Answers in the same way for every address.
  'request-password-reset': { kind: 'credential', form: { email: 'visitor@test.example' } },
  'reset-password': { kind: 'credential', form: { secret: 'wrong', password: 'a fine password' } },
  'confirm-email-change': { kind: 'credential', form: { secret: 'wrong' } },
  'complete-sign-in': { kind: 'credential', form: { ticket: 'wrong', code: '123456' } },
  'begin-passkey-sign-in': { kind: 'credential', form: { ticket: 'wrong' } },
  'begin-sign-in-totp': { kind: 'credential', form: { ticket: 'wrong' } },
  'confirm-sign-in-totp': { kind: 'credential', form: { ticket: 'wrong', code: '123456' } },
  'begin-sign-in-passkey': { kind: 'credential', form: { ticket: 'wrong' } },
  'add-sign-in-passkey': { kind: 'credential', form: { ticket: 'wrong' } },
  'handle-scim': { kind: 'credential' },
  // The key or the token of a webhook is in the address, and 1 is none.
  'receive-webhook': { kind: 'credential', form: { api_key: 'wrong', text: 'hello' } },
  'receive-slack-webhook': { kind: 'credential', form: { payload: '{"text":"hello"}' } },
  'receive-slack-api': { kind: 'credential', form: { text: 'hello' } },
  'receive-app-response': { kind: 'credential', form: { text: 'hello' } },
  'receive-mattermost-webhook': { kind: 'credential', form: { payload: '{"text":"hello"}' } },
};

const operations = [
  ...routes.map((route) => ({ ...route, methods: [route.method], path: `/api/v1${route.path}` })),
  ...transfers.map((transfer) => ({
    ...transfer,
    path: transfer.takesRest ? `${transfer.path}/1` : transfer.path,
  })),
];

/** Returns a path with a value for each of its parameters. */
const withParameters = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

it('every operation without credentials has a decision', () => {
  const open = operations.filter(({ auth }) => auth !== 'required').map(({ operation }) => operation);
  expect(Object.keys(decisions).sort()).toEqual(open.sort());
});

describe.each([
  { name: 'an ordinary organization', isLimited: false, isAdmitting: true },
  { name: 'an organization where guests see only some people', isLimited: true, isAdmitting: true },
  { name: 'an organization that admits no visitors', isLimited: false, isAdmitting: false },
])('in $name, a visitor', ({ isLimited, isAdmitting }) => {
  beforeAll(async () => {
    await limitGuests(isLimited);
    await setSpectators(isAdmitting);
    await network.caughtUp();
    await until('the settings apply', async () => {
      const { status } = await visit(register({ fetch_event_types: ['realm'] }));
      return (status === 200) === isAdmitting;
    });
  });

  const reads = Object.entries(decisions).flatMap(([operation, decision]) =>
    decision.kind === 'read' ? [[operation, decision.cases] as const] : [],
  );

  it.each(reads)('reads with %s what visitors may read, without addresses and secrets', async (_, cases) => {
    for (const each of cases()) {
      const answer = await visit(each);
      const name = `${each.method} ${each.path} ${JSON.stringify(each.form)}: ${answer.text.slice(0, 500)}`;
      expect(answer.status, name).toBe(isAdmitting ? each.admitted : each.refused);
      expectNoSecret(answer);
    }
  });

  it('gets nothing from operations that take a password, a token or a signature', async () => {
    for (const { operation, methods, path } of operations) {
      const decision = decisions[operation];
      if (decision?.kind !== 'credential') continue;
      for (const method of methods) {
        const answer = await visit({ method, path: withParameters(path), form: decision.form ?? {} });
        expect(answer.status, `${operation} ${answer.text}`).toBeLessThan(500);
        expectNoSecret(answer);
      }
    }
  });

  it('gets no secret from pages', async () => {
    for (const { method = 'GET', path } of pages) {
      for (const channelId of path.includes('{channel}') ? Object.values(channels) : [1]) {
        const address = path.replaceAll('{channel}', String(channelId)).replaceAll('{topic}', 'greetings');
        const answer = await visit({ method, path: withParameters(address) });
        expect(answer.status, `${path} ${answer.text}`).toBeLessThan(500);
        expectNoSecret(answer);
      }
    }
  });

  it('is refused by every other operation', async () => {
    const answers: Record<string, number> = {};
    for (const { operation, auth, methods, path } of operations) {
      if (auth !== 'required') continue;
      for (const method of methods) {
        if (method === 'OPTIONS') continue;
        const answer = await visit({ method, path: withParameters(path) });
        if (answer.status !== 401) answers[`${operation} ${method}`] = answer.status;
        expectNoSecret(answer);
      }
    }
    expect(answers).toEqual({});
  });

  if (!isAdmitting) return;

  it('sees the senders of messages with placeholder addresses and drawn or uploaded pictures', async () => {
    const { text } = await visit(narrowed([]));
    const { messages: found } = JSON.parse(text.slice(text.indexOf('\n{'))) as Body;
    const bySender = new Map<number, Body>(found.map((message: Body) => [message.sender_id, message]));
    for (const person of [ann, ben, bot]) {
      expect(bySender.get(person.userId)).toMatchObject({
        sender_email: `user${person.userId}@${host}`,
        sender_full_name: person === bot ? 'Helper' : person.email.split('@')[0],
        avatar_url: person === ben ? files.picture : expect.stringMatching(/^\/user_avatars\/generated\//),
      });
    }
  });

  it('sees channels but no other people, and no list of who is in', async () => {
    const { text } = await visit(register());
    const body = JSON.parse(text.slice(text.indexOf('\n{'))) as Body;
    expect(body).toMatchObject({
      queue_id: null,
      devices: {},
      realm_users: [],
      realm_non_active_users: [],
      realm_bots: [],
      presences: {},
      user_status: {},
      is_guest: false,
      is_admin: false,
    });
    expect(body.subscriptions.map(({ name }: Body) => name)).toEqual(['open hall']);
    expect(body.streams.map(({ name }: Body) => name)).toEqual(['open hall']);
    expect(body.subscriptions[0]).not.toHaveProperty('subscribers');
    expect(body.channel_folders).toEqual([]);
    expect(body).toMatchObject({
      realm_new_stream_announcements_stream_id: -1,
      realm_can_invite_users_group: { direct_members: [] },
    });
    expect(body).not.toHaveProperty('unread_msgs');
  });
});
