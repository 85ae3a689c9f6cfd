import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** What the program has received, and how it answers at each path. */
let received: Received[] = [];
const answers = new Map<string, { status: number; body: string; headers?: Record<string, string> }>();
/** Requests that a bot may make in a minute; more than any other test here makes. */
const perMinute = 40;
/** Paths at which the program does not answer. */
const silent = new Set<string>();

const program: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ path: request.url!, headers: request.headers, body });
    if (silent.has(request.url!)) return;
    const { status, body: answer, headers } = answers.get(request.url!) ?? { status: 200, body: '' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(answer);
  });
};

let site: Site;
let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  site = await startSite(program);
  network = await Network.start({
    replicas: { integrations: 2 },
    env: {
      PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host,
      PARLEY_INTEGRATIONS_RETRY_MS: '100',
      PARLEY_INTEGRATIONS_PER_MINUTE: String(perMinute),
    },
  });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lobby', 'help'], [alice, bob]);
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  received = [];
});

type Bot = { userId: number; name: string; email: string; path: string; bot: Body };
let made = 0;

async function outgoing(more: Body = {}, answer?: Body, status = 200): Promise<Bot> {
  const name = `Program ${++made}`;
  const path = `/bot/${made}`;
  if (answer) answers.set(path, { status, body: JSON.stringify(answer) });
  const created = await alice.api.post('/bots', {
    full_name: name,
    short_name: `program${made}`,
    bot_type: 3,
    payload_url: JSON.stringify(`http://${site.host}${path}`),
    ...more,
  });
  return { userId: created.user_id, name, email: created.bot.email, path, bot: created.bot };
}

const at = (path: string): Received[] => received.filter((each) => each.path === path);

const deliveries = async ({ userId }: Bot, more: Body = {}): Promise<Body[]> =>
  (await alice.api.get(`/bots/${userId}/deliveries`, { direction: 'out', ...more })).deliveries;

it('a bot of type 3 has its program among its data, and only a public address is accepted', async () => {
  const { bot, userId, path } = await outgoing();
  expect(bot).toMatchObject({
    bot_type: 3,
    services: [
      { base_url: `http://${site.host}${path}`, interface: 1, token: expect.stringMatching(/^\w{20,}$/) },
    ],
  });
  const listed = (await alice.api.get('/bots')).bots.find((each: Body) => each.user_id === userId);
  expect(listed).toEqual(bot);
  await expect(bob.api.get(`/bots/${userId}/outgoing_webhook`)).rejects.toMatchObject({ status: 400 });
  const before = (await alice.api.get('/bots')).bots.length;
  for (const url of [
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://localhost:1/',
  ]) {
    const refused = alice.api.post('/bots', {
      full_name: 'Inside',
      short_name: 'inside',
      bot_type: 3,
      payload_url: url,
    });
    await expect(refused, url).rejects.toMatchObject({ status: 400 });
    const changed = alice.api.patch(`/bots/${userId}`, { service_payload_url: url });
    await expect(changed, url).rejects.toMatchObject({ status: 400 });
  }
  const missing = alice.api.post('/bots', { full_name: 'None', short_name: 'none', bot_type: 3 });
  await expect(missing).rejects.toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' });
  expect((await alice.api.get('/bots')).bots.length).toBe(before);
});

it('a mention and a direct message reach the program in Zulip’s format, signed, and its answer becomes a message', async () => {
  const bot = await outgoing({}, { content: 'Here I am' });
  const id = await bob.send('lobby', `@**${bot.name}** where are you?`, 'calls');
  await until('the answer is there', async () =>
    (await bob.messages([['channel', 'lobby']])).some(({ content }) => content === 'Here I am'),
  );
  const [request] = at(bot.path);
  const { outgoing_webhook: settings } = await alice.api.get(`/bots/${bot.userId}/outgoing_webhook`);
  const body = JSON.parse(request!.body);
  expect(body).toMatchObject({
    data: `@**${bot.name}** where are you?`,
    trigger: 'mention',
    bot_email: bot.email,
    bot_full_name: bot.name,
    token: settings.token,
    message: {
      id,
      type: 'stream',
      display_recipient: 'lobby',
      subject: 'calls',
      sender_id: bob.userId,
      content: `@**${bot.name}** where are you?`,
      rendered_content: expect.stringContaining('user-mention'),
    },
  });
  const {
    'webhook-id': webhookId,
    'webhook-timestamp': time,
    'webhook-signature': signature,
  } = request!.headers;
  const key = Buffer.from(settings.secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${webhookId}.${time}.${request!.body}`).digest('base64');
  expect(signature).toBe(`v1,${digest}`);
  const [answered] = (await bob.messages([['channel', 'lobby']])).slice(-1);
  expect(answered).toMatchObject({ sender_id: bot.userId, subject: 'calls' });

  const direct = await bob.api.post('/messages', { type: 'direct', to: [bot.userId], content: 'psst' });
  await until('the direct answer is there', async () => at(bot.path).length === 2);
  expect(JSON.parse(at(bot.path)[1]!.body)).toMatchObject({
    trigger: 'direct_message',
    data: 'psst',
    message: { id: direct.id, type: 'private' },
  });
  await until('both are delivered', async () =>
    (await deliveries(bot)).every(({ state }) => state === 'delivered'),
  );
  const [second, first] = await deliveries(bot);
  expect(first).toMatchObject({ message_id: id, status: 200, attempts: 1, reply_id: answered!.id });
  expect(second).toMatchObject({ message_id: direct.id, reply_id: expect.any(Number) });
  expect(JSON.stringify([first, second])).not.toContain(settings.token);
  // Messages of bots trigger nothing, also not its own answers.
  expect(at(bot.path)).toHaveLength(2);
});

it('the answers response_not_required, response_string and none', async () => {
  const silent = await outgoing({}, { response_not_required: true, content: 'no' });
  const older = await outgoing({}, { response_string: 'older' });
  const id = await bob.send('lobby', `@**${silent.name}** and @**${older.name}**`, 'answers');
  await until('the older answer is there', async () =>
    (await bob.messages([['channel', 'lobby']])).some(({ content }) => content === 'older'),
  );
  await until('delivered', async () => (await deliveries(silent))[0]?.state === 'delivered');
  expect((await deliveries(silent))[0]).toMatchObject({ message_id: id, reply_id: null });
});

it('Slack’s format, triggered by a word in chosen channels', async () => {
  const bot = await outgoing({ interface_type: 2 }, { text: 'slack says' });
  const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'help' });
  await alice.api.patch(`/bots/${bot.userId}/outgoing_webhook`, {
    trigger_words: ['deploy'],
    channel_ids: [stream_id],
  });
  // A change of words is known within two seconds, because messages that mention nobody cause no lookup.
  await until('the word is known', async () => {
    await bob.send('help', 'Deploy now', 'words');
    return at(bot.path).length > 0;
  });
  received = [];
  await bob.send('lobby', 'deploy elsewhere', 'words');
  await bob.send('help', 'redeploy', 'words');
  await bob.send('help', 'deployment', 'words');
  await bob.send('help', 'DEPLOY it', 'words');
  await until('the last one came', async () => at(bot.path).some(({ body }) => body.includes('DEPLOY')));
  const forms = at(bot.path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(forms.filter(({ text }) => text !== 'Deploy now')).toMatchObject([
    {
      text: 'DEPLOY it',
      trigger_word: 'deploy',
      channel_name: 'help',
      user_name: 'bob',
      user_id: `U${bob.userId}`,
      token: expect.any(String),
    },
  ]);
  await until('the answer is there', async () =>
    (await bob.messages([['channel', 'help']])).some(({ content }) => content === 'slack says'),
  );
});

it('a word tells nothing of channels of which the bot may not know', async () => {
  const bot = await outgoing({}, { response_not_required: true });
  await bob.subscribe(['inner circle'], [alice, bob], { invite_only: true });
  const ids = await Promise.all(
    ['inner circle', 'help'].map(
      async (stream) => (await bob.api.get('/get_stream_id', { stream })).stream_id as number,
    ),
  );
  await alice.api.patch(`/bots/${bot.userId}/outgoing_webhook`, {
    trigger_words: ['merger'],
    channel_ids: ids,
  });
  await alice.unsubscribe(['inner circle']);
  await until('the word is known', async () => {
    await bob.send('inner circle', 'Merger on Monday', 'plans');
    await bob.send('help', 'Merger of branches', 'plans');
    return at(bot.path).length > 0;
  });
  await bob.send('inner circle', 'Merger on Monday', 'plans');
  const last = await bob.send('help', 'merger again', 'plans');
  await until('the last one came', async () =>
    at(bot.path).some(({ body }) => body.includes('merger again')),
  );
  // The list of deliveries would tell the owner of the bot that the word was said, and when.
  const listed = await deliveries(bot);
  expect(listed[0]).toMatchObject({ message_id: last });
  const told = await Promise.all(listed.map(({ message_id: id }) => bob.api.get(`/messages/${id}`)));
  expect(new Set(told.map(({ message }) => message.display_recipient))).toEqual(new Set(['help']));
  // What was sent is shown only as long as the bot may read the message.
  expect(listed[0]!.payload).toContain('merger again');
  await owner.api.delete(`/messages/${last}`);
  expect((await deliveries(bot))[0]).toMatchObject({ message_id: last, payload: '' });
});

it('a program that fails gets everything later, in order, while others are served', async () => {
  const down = await outgoing({}, {}, 503);
  const up = await outgoing({}, {});
  const texts = Array.from({ length: 8 }, (_, each) => `number ${each}`);
  for (const text of texts) await bob.send('lobby', `@**${down.name}** @**${up.name}** ${text}`, 'order');
  await until('the other has everything', async () => at(up.path).length === texts.length);
  await until('some attempts failed', async () => at(down.path).length > 2);
  const numberOf = ({ body }: Received) => /number \d/.exec(body)![0];
  expect(new Set(at(down.path).map(numberOf))).toEqual(new Set(['number 0']));
  expect(new Set(at(down.path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  received = [];
  answers.set(down.path, { status: 200, body: '' });
  await until('everything arrived', async () => at(down.path).length >= texts.length);
  expect(at(down.path).map(numberOf)).toEqual(texts);
  expect((await deliveries(down)).every(({ state }) => state !== 'dead')).toBe(true);
});

it('a refused delivery is dead, is listed with its answer, and can be repeated', async () => {
  const bot = await outgoing({}, { error: 'no such thing' }, 404);
  const id = await bob.send('lobby', `@**${bot.name}** try`, 'dead');
  await until('it is dead', async () => (await deliveries(bot, { state: 'dead' })).length === 1);
  const [dead] = await deliveries(bot, { state: 'dead' });
  expect(dead).toMatchObject({
    message_id: id,
    status: 404,
    response: '{"error":"no such thing"}',
    attempts: 1,
  });
  answers.set(bot.path, { status: 200, body: '{"content":"now it works"}' });
  await alice.api.post(`/bots/${bot.userId}/deliveries/out/${dead!.id}/retry`);
  await until('it is delivered', async () => (await deliveries(bot, { state: 'delivered' })).length === 1);
  expect(at(bot.path)).toHaveLength(2);
  await expect(bob.api.post(`/bots/${bot.userId}/deliveries/out/${dead!.id}/retry`)).rejects.toMatchObject({
    status: 400,
  });
});

it('a delivery that waits is not repeated, so that its program does not get it twice', async () => {
  const bot = await outgoing({}, { error: 'no such thing' }, 404);
  await bob.send('lobby', `@**${bot.name}** try`, 'waiting');
  await until('it is dead', async () => (await deliveries(bot, { state: 'dead' })).length === 1);
  const [dead] = await deliveries(bot, { state: 'dead' });
  answers.set(bot.path, { status: 503, body: '' });
  const repeat = () => alice.api.post(`/bots/${bot.userId}/deliveries/out/${dead!.id}/retry`);
  await repeat();
  await expect(repeat()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('waiting') });
});

it('an answer that is too large, and a redirect, end a delivery at once, and the next one follows', async () => {
  const bot = await outgoing();
  answers.set(bot.path, { status: 200, body: JSON.stringify({ content: 'x'.repeat(300_000) }) });
  await bob.send('lobby', `@**${bot.name}** large`, 'limits');
  await until('it is dead', async () => (await deliveries(bot, { state: 'dead' })).length === 1);
  answers.set(bot.path, { status: 302, body: '', headers: { location: `http://${site.host}/inside` } });
  await bob.send('lobby', `@**${bot.name}** redirected`, 'limits');
  await until('both are dead', async () => (await deliveries(bot, { state: 'dead' })).length === 2);
  expect(await deliveries(bot)).toMatchObject([
    { status: 302, attempts: 1 },
    { status: null, attempts: 1, reason: 'The answer is too large.' },
  ]);
  expect(at('/inside')).toEqual([]);
  answers.set(bot.path, { status: 200, body: '' });
  await bob.send('lobby', `@**${bot.name}** fine`, 'limits');
  await until('the next is delivered', async () => (await deliveries(bot))[0]?.state === 'delivered');
  expect(at(bot.path)).toHaveLength(3);
});

it('a program gets only so many requests a minute, and the rest waits', async () => {
  const bot = await outgoing();
  const other = await outgoing();
  const start = performance.now();
  for (let n = 0; n < perMinute + 4; n++) await bob.send('lobby', `@**${bot.name}** number ${n};`, 'rate');
  await until('it has what it may have', async () => at(bot.path).length >= perMinute);
  await bob.send('lobby', `@**${other.name}** meanwhile`, 'rate');
  await until('another bot is served', async () => at(other.path).length === 1);
  const numbers = at(bot.path).map(({ body }) => Number(/number (\d+);/.exec(body)![1]));
  expect(numbers).toEqual(Array.from(numbers, (_, n) => n));
  // A slow machine sends the rest when the first requests are older than a minute.
  if (performance.now() - start < 50_000) {
    expect(numbers).toHaveLength(perMinute);
    const waiting = await deliveries(bot, { state: 'waiting' });
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0]);
  }
});

it('a bot that is turned off gets nothing until it is turned on', async () => {
  const bot = await outgoing({}, {});
  await owner.api.patch(`/bots/${bot.userId}/outgoing_webhook`, { is_enabled: false });
  await bob.send('lobby', `@**${bot.name}** asleep`, 'off');
  await network.caughtUp();
  expect(at(bot.path)).toEqual([]);
  await owner.api.patch(`/bots/${bot.userId}/outgoing_webhook`, { is_enabled: true });
  await bob.send('lobby', `@**${bot.name}** awake`, 'off');
  await until('it came', async () => at(bot.path).length > 0);
  expect(at(bot.path).map(({ body }) => JSON.parse(body).data)).toEqual([`@**${bot.name}** awake`]);
});

it('a delivery that a stopping replica interrupts is made again with the same ID, and its answer is one message', async () => {
  const bot = await outgoing({}, { content: 'only once' });
  silent.add(bot.path);
  await bob.send('lobby', `@**${bot.name}** are you there?`, 'stopping');
  await until('the request is under way', async () => at(bot.path).length === 1);
  const [first, second] = network.of('integrations');
  await network.stopReplica(first!);
  await network.stopReplica(second!);
  silent.delete(bot.path);
  await network.startReplica(first!);
  await network.startReplica(second!);
  await until('it is delivered', async () => (await deliveries(bot, { state: 'delivered' })).length === 1);
  const ids = new Set(at(bot.path).map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  const replies = (await bob.messages([['channel', 'lobby']])).filter(
    ({ content }) => content === 'only once',
  );
  expect(replies).toHaveLength(1);
});

it('nothing is lost and nothing sent twice while replicas are replaced', async () => {
  const bot = await outgoing({}, {});
  const texts = Array.from({ length: 30 }, (_, each) => `piece ${each};`);
  const [first, second] = network.of('integrations');
  for (const [at, text] of texts.entries()) {
    await bob.send('lobby', `@**${bot.name}** ${text}`, 'replacing');
    if (at === 5) await network.stopReplica(first!);
    if (at === 12) await network.startReplica(first!);
    if (at === 18) await network.stopReplica(second!);
    if (at === 24) await network.startReplica(second!);
  }
  // Repeated requests have the ID of the first one.
  const byId = () => new Map(at(bot.path).map(({ headers, body }) => [headers['webhook-id'], body]));
  // A replica that stops gives back what it has claimed: a claim that is left would end only after two minutes.
  await until('everything arrived', async () => byId().size >= texts.length, 90_000);
  const received = [...byId().values()].map((body) => /piece \d+;/.exec(body)![0]);
  expect(received).toEqual(texts);
});

it('a bot is not pointed at a private channel that neither it nor its owner may know, nor tells whether there is one', async () => {
  await owner.subscribe(['vault'], [owner], { invite_only: true });
  const { stream_id: vault } = await owner.api.get('/get_stream_id', { stream: 'vault' });
  const { stream_id: lobby } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
  const bot = await outgoing();
  const outgoingPath = `/bots/${bot.userId}/outgoing_webhook`;
  const hooks = `/bots/${bot.userId}/webhooks`;
  const { webhook } = await alice.api.post(hooks, { integration: 'json' });
  const settings: ((person: Person, id: number) => Promise<Body>)[] = [
    ({ api }, channel_id) => api.post(hooks, { integration: 'github', channel_id }),
    ({ api }, channel_id) => api.patch(`${hooks}/${webhook.id}`, { channel_id }),
    ({ api }, id) => api.patch(outgoingPath, { channel_ids: [lobby, id] }),
  ];
  const refusal = (request: Promise<Body>, id: number): Promise<Body> =>
    request.then(
      () => ({ status: 200 }),
      ({ status, code, message }: Body) => ({ status, code, message: message.replace(`'${id}'`, 'ID') }),
    );
  const unknown = 987_654;
  for (const set of settings) {
    const expected = await refusal(set(alice, unknown), unknown);
    expect(expected).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' });
    // Nor does an administrator point the bot of somebody at it.
    for (const person of [alice, owner]) expect(await refusal(set(person, vault), vault)).toEqual(expected);
    expect(await refusal(set(alice, lobby), lobby)).toEqual({ status: 200 });
  }
  const shown = async (person: Person): Promise<unknown[]> => {
    const { webhooks } = await person.api.get(hooks);
    const { outgoing_webhook } = await person.api.get(outgoingPath);
    return [webhooks.find(({ id }: Body) => id === webhook.id).channel_id, outgoing_webhook.channel_ids];
  };
  // The bot is in the channel, as its owner may see.
  const principals = JSON.stringify([bot.userId]);
  await owner.api.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals });
  for (const set of settings.slice(1)) await set(alice, vault);
  expect(await shown(alice)).toEqual([vault, [lobby, vault]]);
  // Once it is not any more, only the administrator still sees it, and the other settings can be changed.
  await owner.api.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals });
  await expect.poll(() => shown(alice)).toEqual([null, [lobby]]);
  expect(await shown(owner)).toEqual([vault, [lobby, vault]]);
  await owner.api.patch(outgoingPath, { channel_ids: [vault], trigger_words: ['now'] });
  expect(await refusal(alice.api.patch(`${hooks}/${webhook.id}`, { topic: 'x' }), 0)).toEqual({
    status: 200,
  });
});
