import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes, transfers } from '@parley/gateway';
import { type Body, type Method, Network, Organization, Person, testPassword, until } from '@parley/test-kit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { totpCode, totpStep } from '../../../services/user-admin/src/access/domain/totp.ts';
import { SessionClient } from '../client/session-client.ts';
import { buttons, form, manifestFor } from '../integrations/app-program.ts';
import { Mailbox } from '../notifications/mailbox.ts';
import { PasskeyStandIn } from '../sign-in/passkey-stand-in.ts';

// Compares answers with the schemas that document them. An answer may have only documented members with the documented types.
// Each operation that documents its answer is called, including the sign-in for development.

let network: Network;
let owner: Person;
let bob: Person;
const mailbox = new Mailbox();
const folder = mkdtempSync(join(tmpdir(), 'parley-portal-'));
/** A portal whose tokens open API keys. */
const portal = { issuer: 'https://portal.example.com', secret: 'a-secret-that-portal-and-server-share' };

beforeAll(async () => {
  const PARLEY_SIGN_IN_FILE = join(folder, 'sign-in.json');
  const issuer = { id: 'portal', name: 'Portal', loginUrl: portal.issuer, audience: 'parley', apiKeys: true };
  writeFileSync(PARLEY_SIGN_IN_FILE, JSON.stringify({ jwt: [{ ...issuer, ...portal }] }));
  const env = { PARLEY_MAIL_DIR: mailbox.folder, PARLEY_SIGN_IN_FILE, ...(await startCallProvider()) };
  // Over the network, so that each kind of answer is encoded and decoded.
  network = await Network.start({ env, layout: 'separate' });
  await setUp();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ bob } = await organization.add('bob'));
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
  rmSync(folder, { recursive: true });
  calls.close();
});

/** Creates the organization through the setup page's request, as its first owner does. */
async function setUp(): Promise<void> {
  const {
    name: organization,
    ownerEmail: email,
    ownerFullName: full_name,
    ownerPassword: password,
  } = Organization.founding;
  const { link } = await network.asOperator((userAdmin, call) => userAdmin.getSetupLink({}, call));
  const secret = link.split('/').at(-1);
  compare(
    'POST',
    '/setup',
    await network.client().post('/setup', { secret, organization, email, full_name, password }),
  );
}

const gif = {
  title: 'Cat',
  images: {
    fixed_width: { url: 'https://media.example/200w.gif', width: '200', height: '150' },
    downsized: { url: 'https://media.example/small.gif' },
    original: { url: 'https://media.example/giphy.gif' },
  },
};
function answerAt(path: string): object | undefined {
  if (path === '/form') return { view: form };
  if (path === '/app') return { options };
  if (path.startsWith('/gifs/')) return { data: [gif], pagination: { total_count: 2, count: 1, offset: 0 } };
  return undefined;
}

/**
 * A fake provider of video calls, which grants an access token to every request for one, and creates meetings. At other paths it is a provider
 * of GIFs, and the program of an app, which opens a form for its command, and offers an option.
 */
const calls = createServer((request, response) => {
  const found = answerAt(request.url ?? '');
  if (found) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    return;
  }
  const isToken = request.url?.startsWith('/oauth/token');
  const answer = isToken ? { access_token: 't', expires_in: 3600 } : { join_url: 'https://zoom.example/j/1' };
  response.writeHead(isToken ? 200 : 201, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

/** Starts the fake provider. Returns the environment variables with which gateways use it. */
async function startCallProvider(): Promise<NodeJS.ProcessEnv> {
  await once(calls.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(calls.address() as AddressInfo).port}/`;
  return {
    PARLEY_INTEGRATIONS_ALLOWED_HOSTS: new URL(url).host,
    PARLEY_UPLOAD_OUTSIDE_ALLOWED: new URL(url).host,
    PARLEY_UPLOAD_GIPHY_KEY: 'key',
    PARLEY_UPLOAD_GIPHY_URL: `${url}gifs/`,
    PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: `${url}bigbluebutton/`,
    PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: 'a secret of the provider',
    PARLEY_GATEWAY_ZOOM_ACCOUNT_ID: 'account',
    PARLEY_GATEWAY_ZOOM_CLIENT_ID: 'client',
    PARLEY_GATEWAY_ZOOM_CLIENT_SECRET: 'secret',
    PARLEY_GATEWAY_ZOOM_AUTHORIZATION_URL: url,
    PARLEY_GATEWAY_ZOOM_API_URL: url,
  };
}

type Documented = { operation: string; answer?: z.ZodType };

/** All operations, with the pattern of their path. */
const declared = [
  ...routes.map((route) => ({ ...route, methods: [route.method], pattern: `/api/v1${route.path}` })),
  ...transfers.map((each) => ({ ...each, pattern: each.takesRest ? `${each.path}/{path}` : each.path })),
];

function documented(method: Method, path: string): Documented {
  const parts = `/api/v1${path}`.split('/');
  const fits = (pattern: string) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at])
    );
  };
  const literal = (pattern: string) => pattern.split('{').length;
  const [found] = declared
    .filter(({ methods, pattern }) => fits(pattern) && (methods as readonly string[]).includes(method))
    .sort((one, other) => literal(one.pattern) - literal(other.pattern));
  return found!;
}

const asked = new Set<string>();
const wrong: string[] = [];

function compare(method: Method, path: string, body: Body): void {
  const { operation, answer } = documented(method, path);
  asked.add(operation);
  const { result: _, msg: __, ignored_parameters_unsupported: ___, ...own } = body;
  const { error } = (answer ?? z.strictObject({})).safeParse(own);
  if (error) wrong.push(`${operation}: ${z.prettifyError(error)}`);
}

async function ask(method: Method, path: string, params: Body = {}, person = owner): Promise<Body> {
  const { status, body } = await person.api.raw(method, path, params);
  if (status === 200) compare(method, path, body);
  else wrong.push(`${method} ${path}: ${body.msg}`);
  return body;
}

/** Calls the operations of webhooks: a tool posts as one bot, and messages go to the program of another. */
async function askAboutWebhooks(): Promise<void> {
  await ask('GET', '/integrations');
  const tool = await ask('POST', '/bots', { full_name: 'Tool', short_name: 'tool', bot_type: 2 });
  const path = `/bots/${tool.user_id}/webhooks`;
  const { webhook } = await ask('POST', path, { integration: 'json' });
  await ask('GET', path);
  await ask('PATCH', `${path}/${webhook.id}`, { topic: 'news' });
  await ask('POST', `${path}/try_template`, { template: '{{some}}', payload: '{"some":1}' });
  await ask('POST', `/external/json?api_key=${tool.api_key}`, { some: 'thing' });
  const { deliveries } = await ask('GET', `/bots/${tool.user_id}/deliveries`);
  await ask('POST', `/bots/${tool.user_id}/deliveries/in/${deliveries[0].id}/retry`);
  await ask('DELETE', `${path}/${webhook.id}`);
  // Nobody answers at this address.
  const program = { payload_url: 'https://program.invalid/' };
  const bot = await ask('POST', '/bots', {
    full_name: 'Program',
    short_name: 'program',
    bot_type: 3,
    ...program,
  });
  await ask('GET', '/bots');
  await ask('GET', `/bots/${bot.user_id}/outgoing_webhook`);
  await ask('PATCH', `/bots/${bot.user_id}/outgoing_webhook`, program);
  await owner.api.post('/messages', { type: 'direct', to: [bot.user_id], content: 'hello' });
  let sent: Body = {};
  await until('the message waits for the program', async () => {
    sent = await owner.api.get(`/bots/${bot.user_id}/deliveries`, { direction: 'out' });
    return sent.deliveries.length > 0;
  });
  compare('GET', `/bots/${bot.user_id}/deliveries`, sent);
}

const options = [{ text: { type: 'plain_text', text: 'One' }, value: '1' }];

/** Calls the operations of apps: of administrators, and of people who press controls, give commands and send forms. */
async function askAboutApps(): Promise<void> {
  const { port } = calls.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const manifest = manifestFor(`${url}/app`, { commands_url: `${url}/form` });
  const { app, credentials } = await ask('POST', '/apps', { manifest: JSON.stringify(manifest) });
  await ask('GET', '/apps');
  await ask('PATCH', `/apps/${app.id}`, { manifest: JSON.stringify(manifest) });
  await ask('POST', `/apps/${app.id}/credentials`);
  await ask('GET', '/commands');
  const posted = await fetch(`${network.gatewayUrl()}/slack/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: `U${owner.userId}`, blocks: buttons }),
  });
  const { ts } = (await posted.json()) as { ts: string };
  const control = { message_id: Number(ts.split('.')[1]), block_id: 'acts', action_id: 'who' };
  await ask('GET', '/block_options', control);
  const pressed = { block_id: 'acts', action_id: 'ack', values: [] };
  await ask('POST', '/block_actions', { press_id: 'p1', message_id: control.message_id, pressed });
  const queue = await owner.register({ event_types: ['app_view'] });
  const place = { user_ids: [owner.userId] };
  for (const press_id of ['c1', 'c2']) {
    await ask('POST', '/commands', { press_id, name: '/deploy', text: 'web', ...place });
  }
  await until('both forms are open', async () => {
    await queue.pollNow();
    return queue.events.length >= 2;
  });
  const [first, second] = queue.events.map(({ view }) => `/app_views/${view.id}`);
  const state = [{ block_id: 'service', action_id: 'name', values: ['web'] }];
  await ask('POST', first!, { press_id: 's1', state });
  await ask('DELETE', second!);
  await ask('DELETE', `/apps/${app.id}`);
}

async function upload(path: string, name: string): Promise<Body> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(png, 'base64')], name));
  const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`;
  const response = await fetch(`${network.gatewayUrl()}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const body = (await response.json()) as Body;
  if (response.ok) compare('POST', path, body);
  else wrong.push(`POST ${path}: ${body.msg}`);
  return body;
}

/** A PNG picture of 3 × 2 pixels, in Base64. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';
const password = testPassword;
const later = Math.floor(Date.now() / 1000) + 86_400;

async function askOrganization(): Promise<void> {
  await ask('GET', '/server_settings');
  await ask('POST', '/fetch_api_key', { username: owner.email, password });
  await ask('POST', '/dev_fetch_api_key', { username: owner.email });
  const token = await new SignJWT({ sub: 'bob', email: bob.email, name: 'Bob' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(portal.issuer)
    .setAudience('parley')
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(Buffer.from(portal.secret));
  await ask('POST', '/jwt/fetch_api_key', { token, include_profile: true });
  await ask('POST', '/sessions', { username: owner.email, password });
  await ask('GET', '/sessions');
  await ask('GET', '/server_status');
  await ask('GET', '/realm/audit_log');
  await ask('GET', '/realm/retention_effect', { message_retention_days: 30 });
  await ask('GET', '/server_status');
  await ask('POST', '/realm/domains', { domain: 'example.com', allow_subdomains: true });
  await ask('GET', '/realm/domains');
  await ask('POST', '/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' });
  await ask('GET', '/realm/linkifiers');
  const playground = { name: 'py', pygments_language: 'Python', url_template: 'https://p.example/{code}' };
  await ask('POST', '/realm/playgrounds', playground);
  await ask('POST', '/realm/profile_fields', { name: 'Phone', field_type: 1 });
  await ask('GET', '/realm/profile_fields');
  await upload('/realm/icon', 'icon.png');
  await ask('DELETE', '/realm/icon');
  await upload('/realm/emoji/dot', 'dot.png');
  await ask('GET', '/realm/emoji');
  await ask('POST', '/export/realm');
  await ask('GET', '/export/realm');
  await ask('GET', '/export/realm/consents');
  await ask('GET', '/imports');
  await ask('GET', '/imports/messages/17');
  await ask('POST', '/invites', { invitee_emails: 'new@test.example', invite_as: 400, stream_ids: [] });
  await ask('POST', '/invites/multiuse', {});
  await ask('GET', '/invites');
  await ask('POST', '/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: 'Hello' });
}

async function askPeople(): Promise<void> {
  await ask('GET', '/users/me');
  await ask('GET', '/users', { include_custom_profile_fields: true });
  await ask('GET', `/users/${bob.userId}`);
  await ask('POST', '/users', { email: 'carol@test.example', password, full_name: 'Carol' });
  const { user_id: erasedId } = await ask('POST', '/users', {
    email: 'erased@test.example',
    password,
    full_name: 'Erased',
  });
  await ask('POST', `/users/${erasedId}/erase`, { delete_messages: true });
  await ask('GET', '/realm/erasures');
  await ask('POST', '/users/me/export');
  await ask('POST', `/users/${bob.userId}/export`);
  await ask('GET', '/users/me/exports');
  await ask('GET', '/realm/person_exports');
  const robot = await ask('POST', '/bots', { full_name: 'Robot', short_name: 'robot' });
  const { user_id: botId, api_key: apiKey } = robot;
  const { email } = robot.bot;
  const bot = new Person({ userId: botId, email, apiKey }, network.client({ email, apiKey }));
  await bot.api.put('/bot_storage', { storage: { soup: 'hot' } });
  await ask('GET', '/bot_storage', {}, bot);
  await ask('GET', '/bots');
  await ask('PATCH', `/bots/${botId}`, { full_name: 'Robot 2' });
  await ask('GET', `/bots/${botId}/api_key`);
  await ask('POST', `/bots/${botId}/api_key/regenerate`);
  await askAboutWebhooks();
  await upload('/users/me/avatar', 'me.png');
  await ask('DELETE', '/users/me/avatar');
  await ask('POST', '/users/me/status', { status_text: 'Here', emoji_name: 'tada' });
  await ask('GET', `/users/${owner.userId}/status`);
  await ask('POST', '/users/me/presence', { status: 'active' });
  await ask('POST', '/users/me/presence', { status: 'active', slim_presence: true });
  await ask('GET', '/realm/presence');
  await ask('GET', `/users/${owner.userId}/presence`);
  await ask('POST', '/users/me/alert_words', { alert_words: ['fire'] });
  await ask('GET', '/users/me/alert_words');
  await ask('DELETE', '/users/me/alert_words', { alert_words: ['fire'] });
  const group = { name: 'cooks', description: '', members: [owner.userId] };
  const { group_id: groupId } = await ask('POST', '/user_groups/create', group);
  await ask('GET', '/user_groups');
  await ask('GET', `/user_groups/${groupId}/members`);
  await ask('GET', `/user_groups/${groupId}/members/${owner.userId}`);
  await ask('GET', `/user_groups/${groupId}/subgroups`);
}

async function askJoining(): Promise<void> {
  const tokenOf = async (to: string) => (await mailbox.waitFor(to, '')).link.split('/').at(-1);
  await owner.api.post('/invites', { invitee_emails: 'dora@test.example', stream_ids: [] });
  const token = await tokenOf('dora@test.example');
  await ask('POST', '/joining/offer', { token });
  await ask('POST', '/joining', { token, full_name: 'Dora', password: 'a fine password' });
  await bob.api.patch('/settings', { email: 'robert@test.example' });
  await ask('POST', '/email_changes/confirm', { token: await tokenOf('robert@test.example') });
}

async function askChannels(): Promise<void> {
  await ask('POST', '/channel_folders/create', { name: 'Kitchen', description: 'Hot' });
  await ask('GET', '/channel_folders');
  await ask('POST', '/channels/create', { name: 'menus', subscribers: [owner.userId] });
  await ask('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'lunch' }],
    principals: [owner.userId, bob.userId],
  });
  await ask('PATCH', '/users/me/subscriptions', { add: [{ name: 'tea' }], delete: [] });
  await ask('DELETE', '/users/me/subscriptions', { subscriptions: ['tea'] });
  await ask('GET', '/users/me/subscriptions', { include_subscribers: true });
  const { stream_id: id } = await ask('GET', '/get_stream_id', { stream: 'lunch' });
  await ask('GET', '/streams', { include_default: true });
  await ask('GET', `/streams/${id}`);
  await ask('GET', `/streams/${id}/members`);
  await ask('GET', `/streams/${id}/email_address`);
  await ask('GET', `/users/${bob.userId}/subscriptions/${id}`);
}

async function askMessages(): Promise<void> {
  const { url } = await upload('/user_uploads', 'dot.png');
  // It is no archive, so the import is refused later.
  const { import_id } = await ask('POST', '/imports', { upload_url: url });
  await ask('GET', `/imports/${import_id}`);
  const file = url.slice('/user_uploads'.length);
  await ask('GET', `/user_uploads${file}`);
  await ask('GET', `/streams/${(await ask('GET', '/get_stream_id', { stream: 'lunch' })).stream_id}/pins`);
  const message = {
    type: 'channel',
    to: 'lunch',
    topic: 'soup',
    content: `[dot](${url}) https://t.example/`,
  };
  const { id } = await ask('POST', '/messages', message);
  await ask('POST', '/messages', { type: 'direct', to: [bob.userId], content: '/poll soup?' });
  await ask('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  await ask('PATCH', `/messages/${id}`, { content: 'soup' });
  await ask('PATCH', `/messages/${id}`, { topic: 'soups' });
  await ask('GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  const found = {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'search', operand: 'soup' }],
  };
  await ask('GET', '/messages', found);
  await ask('GET', '/messages/matches_narrow', { msg_ids: [id], narrow: found.narrow });
  await ask('GET', '/search/suggestions', { query: 'soup' });
  await ask('GET', '/search/files', { query: 'soup' });
  await ask('GET', `/messages/${id}`);
  await ask('GET', `/messages/${id}/history`);
  await ask('GET', `/messages/${id}/blocks`);
  await ask('GET', `/messages/${id}/read_receipts`);
  await ask('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  const all = { anchor: 'newest', num_before: 10, num_after: 0, narrow: [], op: 'add', flag: 'starred' };
  await ask('POST', '/messages/flags/narrow', all);
  await ask('POST', '/messages/render', { content: '*x*' });
  await ask('POST', '/mark_all_as_read');
  const { stream_id: channel } = await owner.api.get('/get_stream_id', { stream: 'lunch' });
  await ask('GET', `/users/me/${channel}/topics`);
  await ask('GET', `/users/me/${channel}/topics/moved`, { topic: 'soup' });
  const draft = { type: 'stream', to: [channel], topic: 'soup', content: 'x' };
  await ask('POST', '/drafts', { drafts: [draft] });
  await ask('GET', '/drafts');
  await ask('POST', '/saved_snippets', { title: 'x', content: 'y' });
  await ask('GET', '/saved_snippets');
  const scheduled = { ...message, to: channel, scheduled_delivery_timestamp: later };
  await ask('POST', '/scheduled_messages', scheduled);
  await ask('GET', '/scheduled_messages');
  await ask('POST', '/reminders', { message_id: id, scheduled_delivery_timestamp: later });
  await ask('GET', '/reminders');
  await ask('POST', '/navigation_views', {
    fragment: 'narrow/is/followed',
    is_pinned: true,
    name: 'Followed',
  });
  await ask('GET', '/navigation_views');
  await ask('GET', '/attachments');
  await ask('GET', '/calls/bigbluebutton/create', { meeting_name: 'lunch' });
  await ask('POST', '/calls/zoom/create');
  await ask('PATCH', '/realm', { gif_provider: 'giphy' });
  await ask('GET', '/gifs', { query: 'cats' });
  await ask('POST', '/register_client_device');
}

async function askEvents(): Promise<void> {
  const { queue_id } = await ask('POST', '/register', {
    include_subscribers: true,
    fetch_event_types: ['*'],
  });
  await ask('POST', '/register', { include_subscribers: true, slim_presence: true });
  const { stream_id: channel } = await owner.api.get('/get_stream_id', { stream: 'lunch' });
  await ask('GET', '/event_queues');
  await ask('POST', `/streams/${channel}/delete_topic`, { topic_name: 'soups' });
  await ask('GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
  await ask('DELETE', '/event_queues');
  await ask('DELETE', '/sessions/current');
  await ask('POST', '/users/me/api_key/regenerate');
}

/** Calls the operations that only browsers use: second factors during a sign-in and in the settings. */
async function askBrowser(): Promise<void> {
  const page = new SessionClient(network.gatewayUrl());
  const askPage = async (method: Method, path: string, params: Body = {}) => {
    const body = await page.ok(method, path, params);
    compare(method, path, body);
    return body;
  };
  const person = { email: 'browser@test.example', password, full_name: 'Browser' };
  const { user_id } = await owner.api.post('/users', person);
  const signIn = { username: person.email, password };
  await page.ok('POST', '/sessions', signIn);
  const codeOf = ({ secret }: Body, offset: number) => totpCode(secret, totpStep(Date.now()) + offset);
  const app = await askPage('POST', '/users/me/second_factors/totp');
  await askPage('POST', '/users/me/second_factors/totp/confirmation', { code: codeOf(app, 0) });
  const passkey = new PasskeyStandIn(network.gatewayUrl());
  const asked = await askPage('POST', '/users/me/passkeys/challenge');
  await askPage('POST', '/users/me/passkeys', { name: 'Key', passkey: passkey.create(asked as never) });
  await askPage('GET', '/users/me/second_factors');
  await askPage('POST', '/users/me/recovery_codes');
  await askPage('POST', '/sessions/current/passkey_challenge');
  const { body } = await page.raw('POST', '/sessions', signIn);
  await askPage('POST', '/sessions/passkey_challenge', { token: body.token });
  await askPage('POST', '/sessions/second_factor', { token: body.token, code: codeOf(app, 1) });
  await owner.api.delete(`/users/${user_id}/second_factors`);
  await owner.api.patch('/realm', { require_second_factor: 'everyone' });
  const begin = async () => (await page.raw('POST', '/sessions', signIn)).body.token as string;
  const first = await begin();
  const required = await askPage('POST', '/sessions/enrolment/totp', { token: first });
  const code = codeOf(required, 0);
  await askPage('POST', '/sessions/enrolment/totp/confirmation', { token: first, code });
  await owner.api.delete(`/users/${user_id}/second_factors`);
  // Resetting the factors has ended the pending sign-ins.
  const second = await begin();
  const challenge = await askPage('POST', '/sessions/enrolment/passkey_challenge', { token: second });
  const other = new PasskeyStandIn(network.gatewayUrl()).create(challenge as never);
  await askPage('POST', '/sessions/enrolment/passkeys', { token: second, name: 'Key', passkey: other });
  await owner.api.patch('/realm', { require_second_factor: 'nobody' });
}

async function askKeys(): Promise<void> {
  const { key_id } = await ask('POST', '/users/me/api_keys', { name: 'Script', expires_in_days: 30 });
  await ask('GET', '/users/me/api_keys');
  await ask('POST', `/users/me/api_keys/${key_id}/rotate`);
  await ask('GET', `/users/${bob.userId}/sessions`);
  await ask('DELETE', `/users/${bob.userId}/sessions`);
  const { user_id, api_key, bot } = await owner.api.post('/bots', { full_name: 'Keys', short_name: 'keys' });
  const identity = { userId: user_id, email: bot.email, apiKey: api_key };
  const keeper = new Person(identity, network.client(identity));
  await ask('POST', '/users/me/api_keys', { name: 'Script' }, keeper);
  await ask('GET', `/users/${user_id}/api_keys`);
  await ask('GET', `/users/${user_id}/channels`);
  await ask('POST', '/users/me/end_access', {}, keeper);
  await ask('DELETE', `/users/${user_id}/api_keys`);
  await ask('POST', `/users/${user_id}/end_access`);
}

it('describes the actual answers of operations', async () => {
  await askOrganization();
  await askPeople();
  await askJoining();
  await askChannels();
  await askMessages();
  await askAboutApps();
  await askBrowser();
  await askKeys();
  await askEvents();
  expect(wrong).toEqual([]);
  const withMore = [...routes, ...transfers].filter(({ answer }) => answer).map(({ operation }) => operation);
  expect(withMore.filter((operation) => !asked.has(operation))).toEqual([]);
});
