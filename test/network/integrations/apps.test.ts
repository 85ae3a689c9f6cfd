import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  AppProgram,
  answerAt,
  blocksOf,
  buttons,
  callSlack,
  form,
  isSigned,
  manifestFor,
  one,
} from './app-program.ts';

// Apps through the HTTP API: what administrators install, what people press and write, and what the program of the app answers.

const program = new AppProgram();
let site: Site;
let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
let gil: Person;
let app: Body;
let credentials: Body;
let channelId: number;
let pressed = 0;

beforeAll(async () => {
  site = await startSite(program.listener);
  network = await Network.start({
    replicas: { integrations: 2 },
    env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host, PARLEY_INTEGRATIONS_RETRY_MS: '100' },
  });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, gil } = await organization.add('alice', 'bob', 'gil'));
  await alice.subscribe(['lobby', 'other'], [alice, bob]);
  channelId = (await alice.api.get('/get_stream_id', { stream: 'lobby' })).stream_id;
  ({ app, credentials } = await owner.api.post('/apps', {
    manifest: JSON.stringify(manifestFor(`${site.url}/app`)),
  }));
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});
beforeEach(() => program.reset());

/** Calls a method of Slack's Web API as the app. */
const slack = (method: string, args: Body = {}, token: string = credentials.token): Promise<Body> =>
  callSlack(network.gatewayUrl(), { ...credentials, token }, method, args);

const answerLater = (url: string, body: Body): Promise<number> => answerAt(network.gatewayUrl(), url, body);

/** Posts a message with buttons as the app. Returns its ID. */
async function withButtons(args: Body = {}): Promise<{ id: number; ts: string }> {
  const answer = await slack('chat.postMessage', {
    channel: `C${channelId}`,
    topic: 'alerts',
    blocks: buttons,
    ...args,
  });
  expect(answer).toMatchObject({ ok: true });
  return { id: Number(answer.ts.split('.')[1]), ts: answer.ts };
}

const press = (person: Person, container: Body, action: Body = {}, more: Body = {}): Promise<Body> =>
  person.api.post('/block_actions', {
    press_id: `p${++pressed}`,
    ...container,
    pressed: { block_id: 'acts', action_id: 'ack', values: [], ...action },
    ...more,
  });

const run = (person: Person, name: string, text: string, more: Body = {}): Promise<Body> =>
  person.api.post('/commands', {
    press_id: `c${++pressed}`,
    name,
    text,
    channel_id: channelId,
    topic: 'alerts',
    ...more,
  });

it('only administrators install apps, and a wrong manifest is refused with what is wrong', async () => {
  const manifest = JSON.stringify(manifestFor(`${site.url}/app`));
  await expect(alice.api.post('/apps', { manifest })).rejects.toMatchObject({ status: 400 });
  for (const [wrong, message] of [
    ['{', /no JSON/],
    [JSON.stringify({ ...manifestFor('http://127.0.0.1:1/') }), /public web address/],
    [JSON.stringify(manifestFor(`${site.url}/app`, { scopes: ['organization'] })), /scopes/],
    [JSON.stringify(manifestFor(`${site.url}/app`, { commands: [{ name: '/poll' }] })), /commands/],
    [JSON.stringify(manifestFor(`${site.url}/app`)), /deploy/],
    [JSON.stringify({ name: 'None', blocks: true }), /actions_url/],
  ] as const) {
    const refused = owner.api.post('/apps', { manifest: wrong });
    await expect(refused, wrong).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  }
  const { apps } = await alice.api.get('/apps');
  expect(apps).toHaveLength(1);
  expect(apps[0]).toMatchObject({ name: 'Deploys', urls: null, scopes: [{ area: 'messages' }, {}, {}] });
  expect(app.urls.actions).toBe(`${site.url}/app`);
  // The bots of refused installations are not left behind.
  const { members } = await owner.api.get('/users');
  expect(members.filter((each: Body) => each.full_name === 'Deploys' && each.is_active)).toHaveLength(1);
});

it('a message with blocks has a readable text for clients that do not know them, and blocks with HTML for others', async () => {
  const { id } = await withButtons({ text: `<@U${bob.userId}> look` });
  const message = await one(alice, id);
  expect(message).toMatchObject({ sender_full_name: 'Deploys', subject: 'alerts' });
  expect(message.content).toContain('**Disk full** on [db1](https://example.com/)');
  expect(message.content).toContain('[Acknowledge]');
  expect(message.content).toContain(`@**bob|${bob.userId}**`);
  const { app_id, blocks } = blocksOf(message);
  expect(app_id).toBe(app.id);
  expect(blocks[0]).toMatchObject({
    type: 'section',
    block_id: 'what',
    text: { type: 'mrkdwn', html: expect.stringContaining('<strong>Disk full</strong>') },
  });
  expect(blocks[1].elements.map((each: Body) => each.action_id)).toEqual(['ack', 'level', 'who']);
});

it('wrong blocks are refused with what is wrong and where', async () => {
  for (const [blocks, where] of [
    [[{ type: 'nothing' }], 'blocks.0'],
    [[{ type: 'header', text: { type: 'plain_text', text: '' } }], 'blocks.0.text'],
    [
      [
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'x'.repeat(76) } }],
        },
      ],
      'blocks.0',
    ],
    [[{ type: 'section' }], 'text'],
    [Array.from({ length: 51 }, () => ({ type: 'divider' })), '50'],
    [
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      'block_id',
    ],
    [[{ type: 'image', image_url: 'javascript:alert(1)', alt_text: '' }], 'image_url'],
  ] as const) {
    const answer = await slack('chat.postMessage', { channel: `C${channelId}`, blocks });
    expect(answer, JSON.stringify(blocks).slice(0, 100)).toMatchObject({
      ok: false,
      error: 'invalid_blocks',
    });
    expect(answer.response_metadata.messages[0]).toContain(where);
  }
});

it('people cannot forge blocks', async () => {
  const id = await alice.send('lobby', 'mine');
  const content = JSON.stringify({ app_id: app.id, blocks: buttons });
  const forged = alice.api.post('/submessage', { message_id: id, msg_type: 'blocks', content });
  await expect(forged).rejects.toMatchObject({ status: 400 });
  await expect(press(alice, { message_id: id })).rejects.toMatchObject({ status: 400 });
});

it('a press is one signed request with the presser, however often it is repeated', async () => {
  const { id, ts } = await withButtons();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => press(bob, { message_id: id }, {}, { press_id: 'same' })),
  );
  for (const answer of answers) expect(answer).toMatchObject({ outcome: 'done' });
  const request = program.only;
  expect(isSigned(request, credentials.signing_secret)).toBe(true);
  expect(request.payload).toMatchObject({
    type: 'block_actions',
    user: { id: `U${bob.userId}`, name: 'bob' },
    api_app_id: `A${app.id}`,
    container: { type: 'message', message_ts: ts },
    channel: { name: 'lobby' },
    actions: [{ type: 'button', action_id: 'ack', block_id: 'acts', value: 'alert-7' }],
    trigger_id: expect.any(String),
    response_url: expect.stringContaining('/slack/response/'),
  });
  expect(JSON.stringify(request.payload.message.blocks)).not.toContain('"html"');
  // What the person cannot choose is refused, and the app is not asked.
  program.reset();
  const wrong = press(bob, { message_id: id }, { action_id: 'level', values: ['none'] });
  await expect(wrong).rejects.toMatchObject({ status: 400 });
  await expect(press(bob, { message_id: id }, { action_id: 'no' })).rejects.toMatchObject({ status: 400 });
  const direct = await withButtons({ channel: `U${bob.userId}` });
  await expect(press(gil, { message_id: direct.id })).rejects.toMatchObject({ status: 400 });
  expect(program.requests).toEqual([]);
});

it('the answer to a press updates the message for everyone, at any time', async () => {
  const { id } = await withButtons();
  await using queue = await alice.register({ event_types: ['submessage', 'update_message'] });
  program.answer = () => ({
    body: {
      replace_original: true,
      text: 'done',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `Taken by <@U${bob.userId}>` } }],
    },
  });
  expect(await press(bob, { message_id: id })).toMatchObject({ outcome: 'done' });
  const message = await one(alice, id);
  expect(message.content).toBe('Taken by @bob');
  expect(message.submessages).toHaveLength(1);
  expect(blocksOf(message).blocks[0].text.html).toContain('bob');
  await until('the events are there', async () => {
    await queue.pollNow();
    return queue.events.length >= 2;
  });
  expect(queue.events.map(({ type }) => type).toSorted()).toEqual(['submessage', 'update_message']);
  // The former controls are gone.
  await expect(press(bob, { message_id: id })).rejects.toMatchObject({ status: 400 });
});

it('a message for one reaches this person alone, is kept nowhere, and has controls', async () => {
  const { id } = await withButtons();
  await using own = await bob.register({ event_types: ['ephemeral_message', 'message'] });
  await using others = await alice.register({ event_types: ['ephemeral_message', 'message'] });
  program.answer = () => ({ body: { text: 'only you', blocks: buttons } });
  await press(bob, { message_id: id });
  await until('the event is there', async () => {
    await own.pollNow();
    return own.events.length > 0;
  });
  const [{ message }] = own.events as [Body];
  expect(message).toMatchObject({ stream_id: channelId, topic: 'alerts', sender_full_name: 'Deploys' });
  await others.pollNow();
  expect(others.events).toEqual([]);
  expect(JSON.stringify(await bob.messages([['channel', 'lobby']]))).not.toContain(message.id);
  program.reset();
  program.answer = () => ({ body: { replace_original: true, text: 'thanks' } });
  await expect(press(alice, { ephemeral_id: message.id })).rejects.toMatchObject({ status: 400 });
  expect(await press(bob, { ephemeral_id: message.id })).toMatchObject({ outcome: 'done' });
  expect(program.only.payload.container).toMatchObject({ is_ephemeral: true });
  await until('it is replaced', async () => {
    await own.pollNow();
    return own.events.some(({ op, message: shown }) => op === 'update' && shown.content === 'thanks');
  });
});

it('an app that does not answer, or answers with an error, makes the press fail with the reason', async () => {
  const { id } = await withButtons();
  program.answer = () => ({ status: 500 });
  expect(await press(bob, { message_id: id })).toMatchObject({ outcome: 'failed', reason: 'refused' });
  program.answer = () => ({ body: { text: 'x', blocks: [{ type: 'nothing' }] } });
  expect(await press(bob, { message_id: id })).toMatchObject({ outcome: 'failed', reason: 'invalid' });
});

it('options of a select are loaded from the app', async () => {
  const { id } = await withButtons();
  program.answer = ({ payload }) => ({
    body: { options: [{ text: { type: 'plain_text', text: `found ${payload.value}` }, value: 'v1' }] },
  });
  const query = { message_id: id, block_id: 'acts', action_id: 'who', query: 'an' };
  const { found } = await bob.api.get('/block_options', query);
  expect(found).toEqual({ options: [{ text: { type: 'plain_text', text: 'found an' }, value: 'v1' }] });
  expect(program.only.payload).toMatchObject({ type: 'block_suggestion', action_id: 'who', value: 'an' });
  // The app gets back the option as the person saw it, which is kept nowhere here.
  program.reset();
  await press(bob, { message_id: id }, { action_id: 'who', values: ['v1'], labels: ['found an'] });
  const option = { text: { type: 'plain_text', text: 'found an' }, value: 'v1' };
  expect(program.only.payload.actions[0].selected_option).toEqual(option);
  expect(program.only.payload.state.values.acts.who.selected_option).toEqual(option);
});

it('a press opens a form, whose values are checked here and by the app', async () => {
  const { id } = await withButtons();
  await using queue = await bob.register({ event_types: ['app_view'] });
  await using others = await alice.register({ event_types: ['app_view'] });
  program.answer = async ({ payload }) => {
    expect(await slack('views.open', { trigger_id: payload.trigger_id, view: form })).toMatchObject({
      ok: true,
    });
    return {};
  };
  await press(bob, { message_id: id }, {}, { press_id: 'opens' });
  await until('the form is there', async () => {
    await queue.pollNow();
    return queue.events.length > 0;
  });
  const [{ view, press_id, op }] = queue.events as [Body];
  expect({ op, press_id, title: view.title, submit: view.submit }).toEqual({
    op: 'open',
    press_id: 'opens',
    title: 'Deploy',
    submit: 'Go',
  });
  await others.pollNow();
  expect(others.events).toEqual([]);
  program.reset();
  const submit = (values: Body, more: Body = {}) =>
    bob.api.post(`/app_views/${view.id}`, {
      press_id: `s${++pressed}`,
      state: Object.entries(values).map(([key, value]) => {
        const [block_id, action_id] = key.split('.');
        return { block_id, action_id, values: [value] };
      }),
      ...more,
    });
  expect(await submit({ 'service.name': 'a' })).toMatchObject({
    outcome: 'invalid',
    errors: { service: 'At least 2 characters.' },
  });
  expect(program.requests).toEqual([]);
  program.answer = () => ({ body: { response_action: 'errors', errors: { service: 'No such service' } } });
  expect(await submit({ 'service.name': 'nope' })).toMatchObject({
    outcome: 'invalid',
    errors: { service: 'No such service' },
  });
  program.answer = () => ({
    body: { response_action: 'update', view: { ...form, title: { type: 'plain_text', text: 'Again' } } },
  });
  const changed = await submit({ 'service.name': 'web' });
  expect(changed).toMatchObject({ outcome: 'changed', view: { id: view.id, title: 'Again' } });
  program.reset();
  const done = await submit({ 'service.name': 'web', 'day.date': '2026-12-01' }, { press_id: 'once' });
  expect(done).toMatchObject({ outcome: 'closed' });
  expect(await submit({ 'service.name': 'web' }, { press_id: 'once' })).toMatchObject({ outcome: 'closed' });
  expect(program.only.payload).toMatchObject({
    type: 'view_submission',
    user: { id: `U${bob.userId}` },
    view: {
      callback_id: 'deploy',
      private_metadata: 'meta',
      state: {
        values: {
          service: { name: { type: 'plain_text_input', value: 'web' } },
          day: { date: { type: 'datepicker', selected_date: '2026-12-01' } },
        },
      },
    },
  });
  await expect(submit({ 'service.name': 'web' })).rejects.toMatchObject({ status: 400 });
});

it('commands are listed beside those of the server, for those who may use them', async () => {
  const { commands } = await alice.api.get('/commands');
  expect(commands.map(({ name }: Body) => name)).toEqual(['/deploy', '/me', '/poll', '/todo']);
  expect(commands[0]).toEqual({
    name: '/deploy',
    description: 'Deploys a service',
    hint: '[service]',
    app_id: app.id,
    bot_id: app.bot_id,
  });
  const manifest = manifestFor(`${site.url}/app`, {
    name: 'Admins',
    commands: [{ name: '/admin-only', permission: 'administrators' }],
  });
  const { app: other } = await owner.api.post('/apps', { manifest: JSON.stringify(manifest) });
  const names = async (person: Person) =>
    (await person.api.get('/commands')).commands.map(({ name }: Body) => name);
  expect(await names(alice)).not.toContain('/admin-only');
  expect(await names(owner)).toContain('/admin-only');
  await expect(run(alice, '/admin-only', '')).rejects.toMatchObject({ status: 400 });
  await owner.api.delete(`/apps/${other.id}`);
  expect(await names(owner)).not.toContain('/admin-only');
});

it('a command is answered to the person alone or to all, and later up to five times', async () => {
  await using queue = await alice.register({ event_types: ['ephemeral_message'] });
  program.answer = () => ({ body: 'deploying web' });
  expect(await run(alice, '/deploy', 'web now')).toMatchObject({ outcome: 'done' });
  const { fields } = program.only;
  expect(isSigned(program.only, credentials.signing_secret)).toBe(true);
  expect(fields).toMatchObject({
    command: '/deploy',
    text: 'web now',
    user_id: `U${alice.userId}`,
    channel_id: `C${channelId}T${Buffer.from('alerts').toString('hex').toUpperCase()}`,
    channel_name: 'lobby',
    topic: 'alerts',
  });
  await until('the answer is there', async () => {
    await queue.pollNow();
    return queue.events.some(({ message }) => message.content === 'deploying web');
  });
  expect(await answerLater(fields.response_url!, { response_type: 'in_channel', text: '*done*' })).toBe(200);
  const [last] = (await bob.messages([['channel', 'lobby']])).slice(-1);
  expect(last).toMatchObject({ content: '**done**', subject: 'alerts', sender_full_name: 'Deploys' });
  for (let count = 2; count <= 5; count++)
    expect(await answerLater(fields.response_url!, { text: `later ${count}` })).toBe(200);
  expect(await answerLater(fields.response_url!, { text: 'too many' })).toBe(404);
  expect(await answerLater(`${network.gatewayUrl()}/slack/response/unknown`, { text: 'x' })).toBe(404);
  await expect(run(alice, '/unknown', '')).rejects.toMatchObject({ status: 400 });
});

it('what an app says to the place of a command is where the command was written', async () => {
  for (const [index, topic] of ['alerts', 'A topic of 日本 & Ünïcode, <b>', '✔ not begun', ''].entries()) {
    program.reset();
    expect(await run(alice, '/deploy', 'x', { topic })).toMatchObject({ outcome: 'done' });
    const { channel_id: channel } = program.only.fields;
    const text = `said ${index}`;
    expect(await slack('chat.postMessage', { channel, text }), topic).toMatchObject({ ok: true });
    const [last] = (await bob.messages([['channel', 'lobby']], { allow_empty_topic_name: true })).slice(-1);
    expect(last).toMatchObject({ content: text, subject: topic });
    expect(await slack('conversations.info', { channel })).toMatchObject({
      ok: true,
      channel: { id: channel, name: 'lobby' },
    });
  }
  // A press at a message for one says its place in the same way.
  await using queue = await alice.register({ event_types: ['ephemeral_message'] });
  program.reset();
  program.answer = () => ({ body: { blocks: buttons, text: 'only you' } });
  await run(alice, '/deploy', 'x', { topic: 'for one' });
  const [shown] = await until('the answer is there', async () => {
    await queue.pollNow();
    return queue.events.length > 0 ? queue.events : undefined;
  });
  program.reset();
  await press(alice, { ephemeral_id: shown!.message.id });
  const { channel } = JSON.parse(program.only.fields.payload!);
  expect(await slack('chat.postMessage', { channel: channel.id, text: 'pressed' })).toMatchObject({
    ok: true,
  });
  expect((await bob.messages([['channel', 'lobby']])).at(-1)).toMatchObject({
    content: 'pressed',
    subject: 'for one',
  });
});

it('an app acts only in approved channels, also with what it did there before', async () => {
  const { stream_id: other } = await alice.api.get('/get_stream_id', { stream: 'other' });
  const { ts } = await slack('chat.postMessage', { channel: `C${other}`, text: 'before' });
  await run(alice, '/deploy', 'x', { channel_id: other });
  const { response_url: later, trigger_id } = program.only.fields;
  await owner.api.patch(`/apps/${app.id}`, { channel_ids: [channelId] });
  expect(await slack('chat.postMessage', { channel: `C${other}`, text: 'hi' })).toMatchObject({ ok: false });
  expect(await slack('chat.postMessage', { channel: `C${channelId}`, text: 'hi' })).toMatchObject({
    ok: true,
  });
  await expect(run(alice, '/deploy', 'x', { channel_id: other })).rejects.toMatchObject({ status: 400 });
  for (const [method, args] of [
    ['chat.update', { channel: `C${other}`, ts, text: 'after' }],
    ['chat.delete', { channel: `C${other}`, ts }],
    ['chat.postEphemeral', { channel: `C${other}`, user: `U${alice.userId}`, text: 'after' }],
    ['views.open', { trigger_id, view: form }],
    ['conversations.history', { channel: `C${other}` }],
  ] as const)
    expect(await slack(method, args), method).toMatchObject({ ok: false, error: 'not_in_channel' });
  for (const answer of [{ text: 'after' }, { response_type: 'in_channel', text: 'after' }, { view: form }])
    expect(await answerLater(later!, answer), JSON.stringify(answer).slice(0, 50)).toBe(400);
  expect((await alice.messages([['channel', 'other']])).map(({ content }) => content)).toEqual(['before']);
  const { channels } = await slack('conversations.list');
  expect(channels.map(({ name }: Body) => name)).toEqual(['lobby']);
  await owner.api.patch(`/apps/${app.id}`, { channel_ids: '"all"' });
  expect(await slack('chat.postMessage', { channel: `C${other}`, text: 'hi' })).toMatchObject({ ok: true });
});

it('an answer comes too late when the app was turned off or lost the channel, or the person the channel', async () => {
  const { stream_id: other } = await alice.api.get('/get_stream_id', { stream: 'other' });
  const said = async () => (await alice.messages([['channel', 'other']])).map(({ content }) => content);
  const before = await said();
  const answerAfter = (change: () => Promise<unknown>, body: Body) => {
    program.answer = async () => {
      await change();
      return { body };
    };
    return run(alice, '/deploy', 'x', { channel_id: other });
  };
  const approved = (channel_ids: unknown) => owner.api.patch(`/apps/${app.id}`, { channel_ids });
  for (const body of [{ response_type: 'in_channel', text: 'late' }, { text: 'late' }, { view: form }]) {
    expect(await answerAfter(() => approved([channelId]), body)).toMatchObject({ outcome: 'failed' });
    await approved('"all"');
  }
  expect(await said()).toEqual(before);
  // A message for one is only for those who may still know of the channel.
  await alice.subscribe(['inner'], [alice, bob], { invite_only: true });
  const { stream_id: inner } = await alice.api.get('/get_stream_id', { stream: 'inner' });
  program.reset();
  await run(bob, '/deploy', 'x', { channel_id: inner });
  const { response_url: later } = program.only.fields;
  expect(await answerLater(later!, { text: 'first' })).toBe(200);
  await bob.unsubscribe(['inner']);
  expect(await answerLater(later!, { text: 'second' })).toBe(400);
});

it('an app whose bot is deactivated can do nothing, whoever deactivated it', async () => {
  const { id } = await withButtons();
  await run(alice, '/deploy', 'x');
  const { response_url: later } = program.only.fields;
  await owner.api.delete(`/bots/${app.bot_id}`);
  program.reset();
  for (const method of ['auth.test', 'users.info', 'chat.postEphemeral', 'conversations.info'])
    expect(
      await slack(method, { channel: `C${channelId}`, user: `U${alice.userId}`, text: 'x' }),
      method,
    ).toEqual({ ok: false, error: 'account_inactive' });
  expect(await answerLater(later!, { text: 'x' })).toBe(403);
  await expect(press(bob, { message_id: id })).rejects.toMatchObject({ status: 400 });
  await expect(run(alice, '/deploy', 'x')).rejects.toMatchObject({ status: 400 });
  expect(program.requests).toEqual([]);
  await owner.api.post(`/users/${app.bot_id}/reactivate`);
  expect(await slack('auth.test')).toMatchObject({ ok: true });
});

it('a guest begins no conversation with people by a command, whom the guest may not see', async () => {
  const { user_groups } = await owner.api.get('/user_groups');
  const limit = (name: string) =>
    owner.api.patch('/realm', {
      can_access_all_users_group: { new: user_groups.find((group: Body) => group.name === name).id },
    });
  await owner.api.patch(`/users/${gil.userId}`, { role: 600 });
  const { subscriptions } = await gil.api.get('/users/me/subscriptions');
  if (subscriptions.length > 0) await gil.unsubscribe(subscriptions.map(({ name }: Body) => name));
  await limit('role:members');
  program.answer = () => ({ body: { response_type: 'in_channel', text: 'hello' } });
  const alone = { channel_id: undefined, topic: undefined, user_ids: '[]' };
  expect(await run(gil, '/deploy', 'x', alone)).toMatchObject({ outcome: 'done' });
  const before = (await bob.messages([['is', 'dm']])).length;
  const refused = run(gil, '/deploy', 'x', {
    channel_id: undefined,
    topic: undefined,
    user_ids: JSON.stringify([bob.userId]),
  });
  await expect(refused).rejects.toMatchObject({ status: 400 });
  expect((await bob.messages([['is', 'dm']])).length).toBe(before);
  await limit('role:everyone');
  await owner.api.patch(`/users/${gil.userId}`, { role: 400 });
});

it('uses are in the audit log, and an app that is turned off can do nothing, anywhere', async () => {
  const { id } = await withButtons();
  await press(bob, { message_id: id });
  await until('the uses are recorded', async () => {
    const { entries } = await owner.api.get('/realm/audit_log', { limit: 100 });
    const uses = entries.filter(({ action }: Body) => action === 'app.used');
    return (
      uses.some(({ details }: Body) => details.use === 'press') &&
      uses.some(({ details }: Body) => details.use === 'chat.postMessage')
    );
  });
  await owner.api.patch(`/apps/${app.id}`, { is_enabled: false });
  program.reset();
  expect(await slack('auth.test')).toEqual({ ok: false, error: 'account_inactive' });
  await expect(press(bob, { message_id: id })).rejects.toMatchObject({ status: 400 });
  await expect(run(alice, '/deploy', 'x')).rejects.toMatchObject({ status: 400 });
  expect((await alice.api.get('/commands')).commands.map(({ name }: Body) => name)).not.toContain('/deploy');
  expect((await alice.api.get('/apps')).apps).toEqual([]);
  expect(program.requests).toEqual([]);
  await owner.api.patch(`/apps/${app.id}`, { is_enabled: true });
  expect(await slack('chat.postMessage', { channel: `C${channelId}`, text: 'back' })).toMatchObject({
    ok: true,
  });
  const { credentials: renewed } = await owner.api.post(`/apps/${app.id}/credentials`, { renew: true });
  expect(await slack('auth.test')).toMatchObject({ ok: false });
  credentials = renewed;
  expect(await slack('auth.test')).toMatchObject({ ok: true });
});
