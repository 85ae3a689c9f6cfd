import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
/** An incoming webhook bot of alice. */
let bot: { userId: number; apiKey: string; email: string };

beforeAll(async () => {
  network = await Network.start();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['alerts', 'other place', '42% done'], [alice, bob]);
  bot = await newBot(alice, 'tool', 2);
});
afterAll(() => network?.stop());

async function newBot(person: Person, name: string, type: number, more: Body = {}) {
  const created = await person.api.post('/bots', {
    full_name: `The ${name}`,
    short_name: name,
    bot_type: type,
    ...more,
  });
  return { userId: created.user_id, apiKey: created.api_key, email: created.bot.email, bot: created.bot };
}

type Posted = { status: number; text: string; body: Body };

async function post(
  path: string,
  body: BodyInit | undefined,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const answer = await fetch(`${network.gatewayUrl()}${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  let parsed: Body = {};
  try {
    parsed = JSON.parse(text);
  } catch {}
  return { status: answer.status, text, body: parsed };
}

const json = { 'content-type': 'application/json' };
const external = (query = '', name = 'json') => `/api/v1/external/${name}?api_key=${bot.apiKey}${query}`;

async function messageOf({ body }: Posted, reader = alice): Promise<Body> {
  const { message } = await reader.api.get(`/messages/${body.message_id}`, { apply_markdown: false });
  return message;
}

describe('an address in Zulip’s form', () => {
  it('posts to the channel and topic that it names, by name or ID, also encoded twice', async () => {
    const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: 'alerts' });
    const named = ['&stream=alerts&topic=disk', '&channel=alerts&topic=disk', `&stream=${id}&topic=disk`];
    for (const query of named) {
      const answer = await post(external(query), '{"a":1}', json);
      expect(answer).toMatchObject({ status: 200, body: { result: 'success', msg: '', outcome: 'sent' } });
      expect(await messageOf(answer)).toMatchObject({
        display_recipient: 'alerts',
        subject: 'disk',
        sender_id: bot.userId,
        content: expect.stringContaining('"a": 1'),
      });
    }
    const twice = encodeURIComponent(encodeURIComponent('other place'));
    const answer = await post(external(`&stream=${twice}&topic=${twice}`), '{}', json);
    expect(await messageOf(answer)).toMatchObject({
      display_recipient: 'other place',
      subject: 'other place',
    });
    const odd = await post(external(`&stream=${encodeURIComponent('42% done')}`), '{}', json);
    expect(await messageOf(odd)).toMatchObject({ display_recipient: '42% done' });
  });

  it('posts to the owner of the bot without a channel', async () => {
    const message = await messageOf(await post(external(), '{"a":1}', json));
    expect(message).toMatchObject({ type: 'private', sender_id: bot.userId });
    const ids = message.display_recipient.map((person: Body) => person.id).toSorted();
    expect(ids).toEqual([alice.userId, bot.userId].toSorted());
  });

  it.each([
    ['JSON', '{"text":"käse"}', json],
    ['JSON without a type', Buffer.from('{"text":"käse"}'), {}],
    ['JSON in the type of forms', '{"text":"käse"}', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form', 'text=k%C3%A4se', { 'content-type': 'application/x-www-form-urlencoded' }],
    [
      'a form with a payload',
      `payload=${encodeURIComponent('{"text":"käse"}')}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['UTF-16', Buffer.from('\ufeff{"text":"käse"}', 'utf16le'), json],
    ['UTF-16 without a mark', Buffer.from('{"text":"käse"}', 'utf16le'), json],
    ['UTF-16 in the other order, without a mark', Buffer.from('{"text":"käse"}', 'utf16le').swap16(), json],
    [
      'Latin 1',
      Buffer.from('{"text":"käse"}', 'latin1'),
      { 'content-type': 'application/json; charset=iso-8859-1' },
    ],
    [
      'Latin 1 that claims to be UTF-8',
      Buffer.from('{"text":"käse"}', 'latin1'),
      { 'content-type': 'application/json; charset=utf-8' },
    ],
    ['an unknown charset', '{"text":"käse"}', { 'content-type': 'application/json; charset=klingon' }],
    ['a compressed body', gzipSync('{"text":"käse"}'), { ...json, 'content-encoding': 'gzip' }],
  ])('reads %s', async (_name, body, headers) => {
    const answer = await post(external('&stream=alerts'), body as BodyInit, headers);
    expect(answer.body).toMatchObject({ outcome: 'sent' });
    expect((await messageOf(answer)).content).toContain('käse');
  });

  it('reads a form of several parts', async () => {
    const form = new FormData();
    form.set('payload', '{"text":"käse"}');
    expect((await messageOf(await post(external('&stream=alerts'), form))).content).toContain('käse');
  });

  it('shortens topics and contents that are too long, and never refuses them', async () => {
    const long = { list: Array.from({ length: 399 }, (_, at) => `${at} ${'x'.repeat(1_000)}`) };
    const answer = await post(
      external(`&stream=alerts&topic=${'t'.repeat(300)}`),
      JSON.stringify(long),
      json,
    );
    const message = await messageOf(answer);
    expect(message.subject).toBe(`${'t'.repeat(57)}...`);
    expect([...message.content].length).toBeLessThanOrEqual(10_000);
    const lines = await post(external('&stream=alerts&topic=a%0Ab%E2%80%8Bc'), '{}', json);
    expect((await messageOf(lines)).subject).toBe('a bc');
  });

  it('sends a repeated delivery once', async () => {
    const headers = { ...json, 'x-github-delivery': 'one-delivery' };
    const [first, again] = [
      await post(external('&stream=alerts'), '{"n":1}', headers),
      await post(external('&stream=alerts'), '{"n":1}', headers),
    ];
    expect(again!.body.message_id).toBe(first!.body.message_id);
    const elsewhere = await post(external('&stream=alerts&topic=x'), '{"n":1}', headers);
    expect(elsewhere.body.message_id).not.toBe(first!.body.message_id);
  });

  it('tells of no channel of which neither the bot nor its owner may know', async () => {
    await bob.subscribe(['hush'], [bob], { invite_only: true });
    const refusals = await Promise.all(
      ['hush', 'nowhere'].map((name) => post(external(`&stream=${name}`), '{"a":1}', json)),
    );
    const [hidden, missing] = refusals.map(({ status, body }) => ({ status, ...body }));
    expect(missing).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' });
    expect(hidden).toEqual(JSON.parse(JSON.stringify(missing).replaceAll('nowhere', 'hush')));
  });

  it('refuses what cannot become a message, clearly', async () => {
    const cases: [string, BodyInit | undefined, Record<string, string>, number, Body][] = [
      ['/api/v1/external/nothing-like-this?api_key=x', '{}', json, 404, { code: 'NOT_FOUND' }],
      ['/api/v1/external/json', '{}', json, 400, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'api_key' }],
      ['/api/v1/external/json?api_key=wrong', '{}', json, 401, { code: 'UNAUTHORIZED' }],
      [external('&stream=nowhere'), '{}', json, 400, { code: 'STREAM_DOES_NOT_EXIST' }],
      [external(), '{"a":', json, 400, { code: 'BAD_REQUEST' }],
      [external(), undefined, {}, 400, { code: 'BAD_REQUEST' }],
      [external(), 'x', { 'content-encoding': 'gzip' }, 400, { code: 'BAD_REQUEST' }],
      [external(), `${'['.repeat(50_000)}${']'.repeat(50_000)}`, json, 400, { code: 'BAD_REQUEST' }],
    ];
    for (const [path, body, headers, status, error] of cases) {
      const answer = await post(path, body, headers);
      expect(answer, path).toMatchObject({ status, body: { result: 'error', ...error } });
    }
    const large = await post(external(), 'x'.repeat(10 * 1024 * 1024), json);
    expect(large).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('takes no key of a person, and the key of the bot opens nothing else', async () => {
    const { apiKey } = alice;
    const answer = await post(`/api/v1/external/json?api_key=${apiKey}`, '{}', json);
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    const client = network.client({ email: bot.email, apiKey: bot.apiKey });
    for (const path of ['/users/me', '/messages', '/bots', '/streams']) {
      await expect(client.get(path)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('incoming webhook'),
      });
    }
  });

  it('ends with the bot and with its key', async () => {
    const short = await newBot(alice, 'short', 2);
    const path = (key: string) => `/api/v1/external/json?api_key=${key}&stream=alerts`;
    expect((await post(path(short.apiKey), '{}', json)).status).toBe(200);
    const { api_key: next } = await alice.api.post(`/bots/${short.userId}/api_key/regenerate`);
    // Verified keys are remembered until the log tells of the change.
    const ends = (key: string) =>
      until('the key has ended', async () => (await post(path(key), '{}', json)).status === 401);
    await ends(short.apiKey);
    expect((await post(path(next), '{}', json)).status).toBe(200);
    await alice.api.delete(`/bots/${short.userId}`);
    await ends(next);
  });
});

describe('addresses in the forms of Mattermost and Slack', () => {
  const pathOf = (url: string) => new URL(url).pathname;

  async function webhook(more: Body = {}): Promise<Body> {
    const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'alerts' });
    const made = await alice.api.post(`/bots/${bot.userId}/webhooks`, {
      integration: 'slack_incoming',
      channel_id: stream_id,
      topic: 'from tools',
      ...more,
    });
    return made.webhook;
  }

  it('take payloads as those do, and answer ok', async () => {
    const made = await webhook();
    expect(pathOf(made.services_url)).toMatch(/^\/services\/T[A-Z0-9]{8,}\/B[A-Z0-9]{8,}\/[A-Za-z0-9]{24,}$/);
    expect(pathOf(made.hooks_url)).toMatch(/^\/hooks\/[a-z0-9]{26}$/);
    const payload = {
      text: 'a *bold* <https://x.example|link>',
      username: 'Deployer',
      icon_emoji: ':rocket:',
    };
    const bodies: [BodyInit, Record<string, string>][] = [
      [JSON.stringify(payload), json],
      [new URLSearchParams({ payload: JSON.stringify(payload) }), {}],
    ];
    for (const url of [made.services_url, made.hooks_url]) {
      for (const [body, headers] of bodies) {
        expect(await post(pathOf(url), body, headers)).toMatchObject({ status: 200, text: 'ok' });
        const [message] = (await alice.messages([['channel', 'alerts']])).slice(-1);
        expect(message).toMatchObject({ subject: 'from tools', sender_id: bot.userId });
        expect(message!.content).toContain('**bold**');
        expect(message!.content).toContain('https://x.example');
        expect(message!.content).toContain('Deployer');
      }
    }
  });

  it('take the channel of a payload for the topic where their address names the channel, as in Zulip', async () => {
    const tool = await newBot(alice, 'topical', 2);
    const sent = async (query: string, payload: Body) => {
      const path = `/api/v1/external/slack_incoming?api_key=${tool.apiKey}${query}`;
      expect((await post(path, JSON.stringify({ text: 'x', ...payload }), json)).status).toBe(200);
      return (await alice.messages([['channel', 'alerts']])).at(-1);
    };
    const inAlerts = '&stream=alerts';
    expect(await sent(inAlerts, { channel: '#lobby' })).toMatchObject({ subject: 'lobby' });
    expect(await sent(`${inAlerts}&topic=mine`, { channel: '#lobby' })).toMatchObject({ subject: 'mine' });
    expect(await sent(inAlerts, {})).toMatchObject({ subject: 'Notifications' });
  });

  it('show the picture of a payload through this server, and its emoji in the text', async () => {
    const made = await webhook();
    const of = async (payload: Body): Promise<Body> => {
      expect((await post(pathOf(made.hooks_url), JSON.stringify(payload), json)).text).toBe('ok');
      return (await alice.messages([['channel', 'alerts']])).at(-1)!;
    };
    const shown = await of({ text: 'up', username: 'Ops', icon_url: 'https://x.example/ops.png' });
    expect(shown).toMatchObject({ sender_id: bot.userId, content: '**Ops**\nup' });
    const parts = shown.submessages.map(({ msg_type, content }: Body) => [msg_type, JSON.parse(content)]);
    const image_url = expect.stringMatching(/^\/external_content\/[0-9a-f]+\/[0-9a-f]+$/);
    expect(parts).toEqual([['blocks', { app_id: null, icon: { image_url }, blocks: [] }]]);
    for (const icon_url of [
      '',
      'javascript:alert(1)',
      '/user_uploads/1/a.png',
      `https://x/${'x'.repeat(3000)}`,
      {},
    ])
      expect((await of({ text: 'up', icon_url })).submessages, JSON.stringify(icon_url)).toEqual([]);
    expect((await of({ text: 'up', icon_emoji: ':rocket:' })).content).toBe(':rocket:\nup');
  });

  it('let a payload choose the channel where that is allowed', async () => {
    const made = await webhook();
    const path = pathOf(made.hooks_url);
    const elsewhere = JSON.stringify({ text: 'there', channel: '#other place' });
    expect((await post(path, elsewhere, json)).text).toBe('ok');
    const [message] = (await alice.messages([['channel', 'other place']])).slice(-1);
    expect(message!.content).toContain('there');
    const nowhere = JSON.stringify({ text: 'x', channel: 'nowhere' });
    expect(await post(pathOf(made.services_url), nowhere, json)).toMatchObject({
      status: 404,
      text: 'channel_not_found',
    });
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { allows_override: false });
    expect((await post(path, nowhere, json)).text).toBe('ok');
    // Nor does the query choose it then.
    const other = (await alice.messages([['channel', 'other place']])).length;
    for (const name of ['stream', 'channel'])
      expect((await post(`${path}?${name}=other%20place`, '{"text":"x"}', json)).text).toBe('ok');
    expect(await alice.messages([['channel', 'other place']])).toHaveLength(other);
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { allows_override: true });
  });

  it('let a payload name a person, to whom the message then goes alone', async () => {
    const made = await webhook();
    const [hooks, services] = [pathOf(made.hooks_url), pathOf(made.services_url)];
    await alice.api.post('/bots', { full_name: 'Twin', short_name: 'twin1', bot_type: 1 });
    await alice.api.post('/bots', { full_name: 'Twin', short_name: 'twin2', bot_type: 1 });
    const [handle] = bob.email.split('@');
    for (const [at, name] of ['@bob', '@BOB', `@${handle}`, `@${bob.email}`].entries()) {
      const text = `for ${at}`;
      expect(await post(hooks, JSON.stringify({ text, channel: name }), json), name).toMatchObject({
        status: 200,
        text: 'ok',
      });
      const last = (await bob.messages([['is', 'dm']])).at(-1);
      expect(last, name).toMatchObject({ content: text, sender_id: bot.userId });
      expect(last!.display_recipient.map(({ id }: Body) => id).toSorted()).toEqual(
        [bot.userId, bob.userId].toSorted(),
      );
    }
    // Nobody, and a name of several.
    for (const channel of ['@nobody', '@', '@Twin', '@o'])
      expect(await post(services, JSON.stringify({ text: 'x', channel }), json), channel).toMatchObject({
        status: 404,
        text: 'channel_not_found',
      });
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { allows_override: false });
    const before = (await bob.messages([['is', 'dm']])).length;
    expect((await post(hooks, '{"text":"stays","channel":"@bob"}', json)).text).toBe('ok');
    expect(await bob.messages([['is', 'dm']])).toHaveLength(before);
    expect((await alice.messages([['channel', 'alerts']])).at(-1)!.content).toBe('stays');
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { allows_override: true });
  });

  it('refuse as those do', async () => {
    const made = await webhook();
    const services = pathOf(made.services_url);
    const refused: [string, string, number, string][] = [
      [services, '{}', 400, 'no_text'],
      [services, '{', 400, 'invalid_payload'],
      ['/services/T1/B1/unknown', '{"text":"x"}', 403, 'invalid_token'],
    ];
    for (const [path, body, status, text] of refused)
      expect(await post(path, body, json)).toMatchObject({ status, text });
    const unknown = await post('/hooks/unknown', '{"text":"x"}', json);
    expect(unknown).toMatchObject({ status: 401, body: { status_code: 401 } });
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { is_enabled: false });
    expect((await post(services, '{"text":"x"}', json)).status).toBe(403);
    expect((await post(external('', 'slack_incoming'), '{"text":"x"}', json)).status).toBe(403);
    await alice.api.patch(`/bots/${bot.userId}/webhooks/${made.id}`, { is_enabled: true });
    await alice.api.delete(`/bots/${bot.userId}/webhooks/${made.id}`);
    expect((await post(services, '{"text":"x"}', json)).status).toBe(403);
  });

  it('are managed by the owner of the bot and by administrators only', async () => {
    const made = await webhook();
    const denied = { status: 400, message: expect.stringContaining('Insufficient permission') };
    const path = `/bots/${bot.userId}/webhooks`;
    await expect(bob.api.get(path)).rejects.toMatchObject(denied);
    await expect(bob.api.post(path, {})).rejects.toMatchObject(denied);
    await expect(bob.api.patch(`${path}/${made.id}`, {})).rejects.toMatchObject(denied);
    await expect(bob.api.delete(`${path}/${made.id}`)).rejects.toMatchObject(denied);
    await expect(bob.api.get(`/bots/${bot.userId}/deliveries`)).rejects.toMatchObject(denied);
    expect((await owner.api.get(path)).webhooks).toMatchObject([
      { id: made.id, integration: 'slack_incoming' },
    ]);
    await alice.api.delete(`${path}/${made.id}`);
  });
});

describe('signatures', () => {
  it('take no secret of a tool that does not sign, neither at first nor later', async () => {
    const tool = await newBot(alice, 'unsigned', 2);
    const path = `/bots/${tool.userId}/webhooks`;
    const refused = { status: 400, message: expect.stringContaining('cannot be verified') };
    const { webhook } = await alice.api.post(path, { integration: 'pingdom', secret: '' });
    await expect(alice.api.patch(`${path}/${webhook.id}`, { secret: 's3cret' })).rejects.toMatchObject(
      refused,
    );
    await alice.api.delete(`${path}/${webhook.id}`);
    await expect(alice.api.post(path, { integration: 'pingdom', secret: 's3cret' })).rejects.toMatchObject(
      refused,
    );
    expect((await alice.api.get(path)).webhooks).toEqual([]);
  });

  it('are required where a secret is set', async () => {
    const github = await newBot(alice, 'signed', 2);
    await alice.api.post(`/bots/${github.userId}/webhooks`, { integration: 'github', secret: 's3cret' });
    const path = `/api/v1/external/github?api_key=${github.apiKey}&stream=alerts`;
    const body = JSON.stringify({ zen: 'Keep it simple.', hook_id: 1, repository: { full_name: 'a/b' } });
    const digest = createHmac('sha256', 's3cret').update(body).digest('hex');
    const headers = { ...json, 'x-github-event': 'ping' };
    const unsigned = await post(path, body, headers);
    expect(unsigned).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    const signed = await post(path, body, { ...headers, 'x-hub-signature-256': `sha256=${digest}` });
    expect(signed.status).toBe(200);
    const { deliveries } = await alice.api.get(`/bots/${github.userId}/deliveries`);
    expect(deliveries.map(({ state }: Body) => state)).toEqual([expect.any(String), 'unverified']);
    const refusal = alice.api.post(`/bots/${github.userId}/deliveries/in/${deliveries[1].id}/retry`);
    await expect(refusal).rejects.toMatchObject({ status: 400 });
  });
});

it('deliveries are listed with their payload and outcome, without keys, and can be repeated', async () => {
  const own = await newBot(alice, 'listed', 2);
  const path = `/api/v1/external/json?api_key=${own.apiKey}&stream=`;
  await post(`${path}nowhere`, '{"n":1}', { ...json, 'x-api-key': 'hidden', 'x-event': 'shown' });
  const list = async () => (await alice.api.get(`/bots/${own.userId}/deliveries`)).deliveries as Body[];
  const [refused] = await list();
  expect(refused).toMatchObject({
    direction: 'in',
    state: 'refused',
    payload: '{"n":1}',
    status: 400,
    query: 'stream=nowhere',
    message_id: null,
    reason: "Channel 'nowhere' does not exist",
  });
  await alice.api.patch('/settings', { default_language: 'de' });
  // The gateway hears of the language a moment later.
  await expect.poll(async () => (await list())[0]?.reason).toBe('Den Kanal „nowhere“ gibt es nicht');
  await alice.api.patch('/settings', { default_language: 'en' });
  expect(refused!.headers).toMatchObject({ 'x-event': 'shown' });
  expect(JSON.stringify(refused)).not.toMatch(new RegExp(`hidden|${own.apiKey}`));
  await alice.subscribe(['nowhere'], [alice]);
  const { delivery } = await alice.api.post(`/bots/${own.userId}/deliveries/in/${refused!.id}/retry`);
  expect(delivery).toMatchObject({ state: 'sent', message_id: expect.any(Number) });
  expect((await list()).map(({ state }) => state)).toEqual(['sent', 'refused']);
});

it('a registration lists the integrations with their options', async () => {
  const { realm_incoming_webhook_bots: listed } = await alice.api.post('/register', {
    event_types: [],
    fetch_event_types: ['realm_incoming_webhook_bots'],
  });
  const { integrations } = await alice.api.get('/integrations');
  expect(listed.map(({ name }: Body) => name).toSorted()).toEqual(
    integrations.map(({ name }: Body) => name).toSorted(),
  );
  expect(listed.find(({ name }: Body) => name === 'json')).toEqual({
    name: 'json',
    display_name: 'JSON',
    all_event_types: null,
    config_options: [],
    url_options: [],
  });
});

it('changes of webhooks are in the audit log, without their secrets', async () => {
  const own = await newBot(alice, 'audited', 2);
  const path = `/bots/${own.userId}/webhooks`;
  const { webhook } = await alice.api.post(path, { integration: 'json', secret: 'never shown' });
  await alice.api.patch(`${path}/${webhook.id}`, { is_enabled: false });
  await alice.api.delete(`${path}/${webhook.id}`);
  let entries: Body[] = [];
  await until('the entries are collected', async () => {
    ({ entries } = await owner.api.get('/realm/audit_log', { user_id: own.userId, limit: 10 }));
    return entries.some(({ action }) => action === 'bot.webhook_deleted');
  });
  expect(entries.slice(0, 3)).toMatchObject([
    { action: 'bot.webhook_deleted', actor_id: alice.userId, details: { integration: 'json' } },
    { action: 'bot.webhook_changed', details: { integration: 'json', changed: ['isEnabled'] } },
    { action: 'bot.webhook_created', details: { integration: 'json', changed: ['sealedSecret'] } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('never shown');
});

it('a template makes the text of messages, and can be tried', async () => {
  const own = await newBot(alice, 'templated', 2);
  const path = `/bots/${own.userId}/webhooks`;
  const template = 'Build **{{build.name}}**: {{#if ok}}good{{else}}bad{{/if}}';
  const payload = JSON.stringify({ build: { name: 'seven' }, ok: false });
  expect((await alice.api.post(`${path}/try_template`, { template, payload })).content).toBe(
    'Build **seven**: bad',
  );
  // A body is read as the request was, so that what the try-out shows is what would be posted.
  const trying = (payload: string, content_type: string) =>
    alice.api.post(`${path}/try_template`, { template, payload, content_type });
  const form = 'application/x-www-form-urlencoded';
  const fields = new URLSearchParams({ payload }).toString();
  expect((await trying(fields, form)).content).toBe('Build **seven**: bad');
  await expect(trying('x{', 'application/json')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('JSON'),
  });
  await alice.api.post(path, { integration: 'json', template });
  const answer = await post(`/api/v1/external/json?api_key=${own.apiKey}&stream=alerts`, payload, json);
  expect((await messageOf(answer)).content).toBe('Build **seven**: bad');
  const wrong = { status: 400, message: expect.stringContaining('{{/if}}') };
  await expect(alice.api.post(path, { integration: 'json', template: '{{#if a}}' })).rejects.toMatchObject(
    wrong,
  );
  await expect(bob.api.post(`${path}/try_template`, { template, payload })).rejects.toMatchObject({
    status: 400,
  });
  await alice.api.patch('/settings', { default_language: 'de' });
  const problem = () =>
    alice.api
      .post(`${path}/try_template`, { template: '{{#if a}}', payload })
      .catch(({ message }) => message);
  await expect.poll(problem).toContain('In der Vorlage fehlt {{/if}}.');
  await alice.api.patch('/settings', { default_language: 'en' });
});
