import { ApiClient, type Body, Network, Organization, Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppProgram, buttons, form, isSigned, manifestFor } from '../integrations/app-program.ts';

// Blocks that bots send by `POST /messages`, polls and to-do lists as blocks, and what apps for Slack combine with blocks, through the HTTP API.

const program = new AppProgram();
let site: Site;
let network: Network;
let owner: Person;
/** The ID of an app. */
let appId: number;
let alice: Person;
let bob: Person;
/** The token of an app. */
let token: string;
let pressed = 0;

beforeAll(async () => {
  site = await startSite(program.listener);
  network = await Network.start({ env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  const manifest = JSON.stringify(manifestFor(`${site.url}/app`));
  ({
    app: { id: appId },
    credentials: { token },
  } = await owner.api.post('/apps', { manifest }));
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lobby'], [alice, bob]);
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});
beforeEach(() => program.reset());

/** Calls a method of Slack's Web API as the app. */
async function slack(method: string, args: Body): Promise<Body> {
  const answer = await fetch(`${network.gatewayUrl()}/slack/api/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  return (await answer.json()) as Body;
}

let made = 0;
async function newBot(more: Body = {}): Promise<Person> {
  const created = await alice.api.post('/bots', {
    full_name: `Robot ${++made}`,
    short_name: `robot${made}`,
    bot_type: 1,
    ...more,
  });
  const { user_id: userId, api_key: apiKey } = created;
  const { email } = created.bot;
  return new Person({ userId, email, apiKey }, new ApiClient(network.gatewayUrl(), { email, apiKey }));
}

const sendBlocks = async (bot: Person, more: Body = {}): Promise<number> =>
  (await bot.api.post('/messages', { type: 'channel', to: 'lobby', topic: 'b', blocks: buttons, ...more }))
    .id;

const press = (person: Person, messageId: number, action: Body, more: Body = {}): Promise<Body> =>
  person.api.post('/block_actions', {
    press_id: `p${++pressed}`,
    message_id: messageId,
    pressed: { block_id: 'acts', action_id: 'ack', values: [], ...action },
    ...more,
  });

const one = async (person: Person, id: number): Promise<Body> =>
  (await person.api.get(`/messages/${id}`, { apply_markdown: false })).message;

const blocksIn = (message: Body): Body =>
  JSON.parse(message.submessages.filter((each: Body) => each.msg_type === 'blocks').at(-1).content);

it('a bot sends blocks, whose text is the content, or follows from them', async () => {
  const bot = await newBot();
  const derived = await one(bob, await sendBlocks(bot));
  expect(derived.content).toContain('**Disk full** on [db1](https://example.com/)');
  expect(derived.content).toContain('[Acknowledge]');
  expect(blocksIn(derived)).toMatchObject({
    app_id: null,
    blocks: [{ type: 'section', text: { html: expect.stringContaining('<strong>') } }, { type: 'actions' }],
  });
  const own = await one(bob, await sendBlocks(bot, { content: 'Disk *full*' }));
  expect(own.content).toBe('Disk *full*');
  expect(blocksIn(own).blocks).toHaveLength(2);
});

it('wrong blocks, blocks of people, and a message with neither text nor blocks are refused', async () => {
  const bot = await newBot();
  const refused = (sending: Promise<unknown>, expected: Body) =>
    expect(sending).rejects.toMatchObject({ status: 400, ...expected });
  await refused(sendBlocks(bot, { blocks: [{ type: 'nothing' }] }), {
    message: expect.stringContaining('blocks.0'),
  });
  await refused(sendBlocks(bot, { blocks: 'text' }), { message: expect.stringContaining('blocks') });
  await refused(sendBlocks(bot, { blocks: [] }), { message: expect.stringContaining('content') });
  await refused(sendBlocks(alice), { message: expect.stringContaining('Only bots') });
});

it('a repeated send of blocks with the same local ID is one message', async () => {
  const bot = await newBot();
  await using queue = await bot.register({ event_types: ['message'] });
  const same = { queue_id: queue.queueId, local_id: '7.1' };
  expect(await sendBlocks(bot, same)).toBe(await sendBlocks(bot, same));
});

it('a bot changes its blocks at any time, and takes them away, but does not move the message with them', async () => {
  const bot = await newBot();
  const id = await sendBlocks(bot);
  const text = (value: string) => ({ type: 'section', text: { type: 'mrkdwn', text: value } });
  await bot.api.patch(`/messages/${id}`, { blocks: [text('Taken')] });
  const message = await one(bob, id);
  expect(message.content).toBe('Taken');
  expect(message.submessages).toHaveLength(1);
  expect(blocksIn(message).blocks).toMatchObject([{ type: 'section' }]);
  for (const wrong of [
    { blocks: [text('x')], topic: 'other' },
    { blocks: [] },
    { blocks: [text('x')], prev_content_sha256: '0'.repeat(64) },
  ])
    await expect(bot.api.patch(`/messages/${id}`, wrong), JSON.stringify(wrong)).rejects.toMatchObject({
      status: 400,
    });
  await expect((await newBot()).api.patch(`/messages/${id}`, { blocks: [text('x')] })).rejects.toMatchObject({
    status: 400,
  });
  await bot.api.patch(`/messages/${id}`, { blocks: [], content: 'only text' });
  expect(blocksIn(await one(bob, id)).blocks).toEqual([]);
  expect((await one(bob, id)).content).toBe('only text');
});

it('a press is an event for the bot, once, and the bot answers at the address in it', async () => {
  const bot = await newBot();
  const id = await sendBlocks(bot);
  await using queue = await bot.register({ event_types: ['block_action'] });
  await using others = await alice.register({ event_types: ['block_action'] });
  await using own = await bob.register({ event_types: ['ephemeral_message'] });
  const state = [{ block_id: 'acts', action_id: 'level', values: ['high'] }];
  for (let time = 0; time < 2; time++)
    expect(await press(bob, id, {}, { press_id: 'same', state })).toMatchObject({ outcome: 'done' });
  await until('the press is there', async () => {
    await queue.pollNow();
    return queue.events.length > 0;
  });
  expect(queue.events).toHaveLength(1);
  const [event] = queue.events as [Body];
  expect(event).toMatchObject({
    type: 'block_action',
    user_id: bob.userId,
    message_id: id,
    pressed: { block_id: 'acts', action_id: 'ack' },
    state,
  });
  await others.pollNow();
  expect(others.events).toEqual([]);
  const answer = (body: Body) =>
    fetch(`${network.gatewayUrl()}${new URL(event.response_url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await answer({ replace_original: true, text: 'Taken' })).status).toBe(200);
  expect((await one(alice, id)).content).toBe('Taken');
  expect((await answer({ text: 'for you', blocks: buttons })).status).toBe(200);
  await until('the message for one is there', async () => {
    await own.pollNow();
    return own.events.length > 0;
  });
  const [{ message }] = own.events as [Body];
  expect(message).toMatchObject({ app_id: null, sender_id: bot.userId });
  // Its controls are the bot's, too.
  const again = { press_id: `p${++pressed}`, ephemeral_id: message.id, pressed: event.pressed };
  expect(await bob.api.post('/block_actions', again)).toMatchObject({ outcome: 'done' });
  expect((await answer({ view: { type: 'modal' } })).status).toBe(400);
});

it('a press goes to the address of a bot of type 3 as one signed request', async () => {
  const bot = await newBot({ bot_type: 3, payload_url: JSON.stringify(`${site.url}/bot`) });
  const id = await sendBlocks(bot);
  program.answer = () => ({ body: { replace_original: true, text: 'Done' } });
  expect(await press(bob, id, {})).toMatchObject({ outcome: 'done' });
  const { outgoing_webhook: webhook } = await alice.api.get(`/bots/${bot.userId}/outgoing_webhook`);
  expect(isSigned(program.only, webhook.secret)).toBe(true);
  expect(program.only.payload).toMatchObject({ type: 'block_actions', user: { id: `U${bob.userId}` } });
  expect(program.only.payload).not.toHaveProperty('trigger_id');
  expect((await one(alice, id)).content).toBe('Done');
});

const poll = '/poll Lunch?\nPizza\nSoup';

it('a poll is blocks, too, whose presses are votes that other clients see as before', async () => {
  const id = await alice.send('lobby', poll);
  const blocks = async (person: Person): Promise<Body> =>
    (await person.api.get(`/messages/${id}/blocks`)).message_blocks;
  const pizza = { block_id: 'option canned,0', action_id: 'vote', values: [] };
  expect(await press(bob, id, pizza)).toMatchObject({ outcome: 'done' });
  // The parts are those that clients of widgets write and read.
  const message = await one(alice, id);
  expect(
    message.submessages.map(({ msg_type, sender_id, content }: Body) => [
      msg_type,
      sender_id,
      JSON.parse(content),
    ]),
  ).toEqual([
    [
      'widget',
      alice.userId,
      { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup'] } },
    ],
    ['widget', bob.userId, { type: 'vote', key: 'canned,0', vote: 1 }],
  ]);
  const shown = await blocks(alice);
  expect(shown).toMatchObject({ app_id: null });
  expect(shown.blocks.map(({ text, label }: Body) => (text ?? label).text)).toEqual([
    'Lunch?',
    'Pizza\nbob',
    'Soup',
    'New option',
  ]);
  expect(shown.blocks[1].accessory.text.text).toBe('1');
  // A vote of a client of widgets counts the same.
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
  await alice.api.post('/submessage', { message_id: id, msg_type: 'widget', content: vote });
  expect((await blocks(bob)).blocks[1].accessory.text.text).toBe('2');
  await press(bob, id, pizza);
  expect((await blocks(bob)).blocks[1].text.text).toBe('Pizza\nalice');
  const added = { block_id: 'new_option', action_id: 'new_option', values: ['Salad'] };
  await press(bob, id, added);
  // An option that is there already changes nothing.
  await press(alice, id, added);
  expect((await blocks(bob)).blocks.map(({ text }: Body) => text?.text)).toContain('Salad');
  expect((await one(alice, id)).submessages).toHaveLength(5);
  await expect(press(bob, id, { block_id: 'none', action_id: 'vote' })).rejects.toMatchObject({
    status: 400,
  });
});

it('a repeated press of a to-do list changes it once, and only for those who may read it', async () => {
  const id = await alice.send('lobby', '/todo List\nFirst: with care');
  const task = { block_id: 'task 0,canned', action_id: 'strike', values: [] };
  await using queue = await alice.register({ event_types: ['submessage'] });
  for (let time = 0; time < 3; time++)
    expect(await press(bob, id, task, { press_id: 'strike' })).toMatchObject({ outcome: 'done' });
  expect((await one(alice, id)).submessages).toHaveLength(2);
  await until('the event is there', async () => {
    await queue.pollNow();
    return queue.events.length > 0;
  });
  expect(queue.events).toMatchObject([{ type: 'submessage', msg_type: 'widget', sender_id: bob.userId }]);
  const { message_blocks: shown } = await bob.api.get(`/messages/${id}/blocks`);
  expect(shown.blocks[1]).toMatchObject({ text: { text: '☑ First\nwith care' } });
  const secret = await alice.api.post('/messages', {
    type: 'direct',
    to: [alice.userId],
    content: '/todo Mine\nA',
  });
  await expect(press(bob, secret.id, task)).rejects.toMatchObject({ status: 400 });
  await expect(bob.api.get(`/messages/${secret.id}/blocks`)).rejects.toMatchObject({ status: 400 });
});

it('the icon of the app, or of the message, is beside its messages and stays when they change', async () => {
  const post = async (more: Body) => {
    const { ts } = await slack('chat.postMessage', { channel: '#lobby', text: 'only text', ...more });
    return { ts, id: Number(ts.split('.')[1]) };
  };
  const shown = async ({ id }: { id: number }) => blocksIn(await one(bob, id));
  expect(await shown(await post({}))).toMatchObject({ icon: { text: 'D' }, blocks: [] });
  expect(await shown(await post({ icon_emoji: ':rocket:' }))).toMatchObject({ icon: { text: '🚀' } });
  const own = await post({ icon_url: 'https://x.example/i.png', blocks: buttons });
  const icon = { image_url: expect.stringMatching(/^\/external_content\//) };
  expect(await shown(own)).toMatchObject({ icon });
  const { stream_id: channelId } = await bob.api.get('/get_stream_id', { stream: 'lobby' });
  await slack('chat.update', { channel: `C${channelId}`, ts: own.ts, text: 'changed' });
  expect(await shown(own)).toMatchObject({ icon, blocks: [] });
});

it('attachments are among the blocks, so that clients show them, and their controls are pressed', async () => {
  const [section, actions] = buttons;
  const old = {
    pretext: 'Seen by',
    title: 'Graph',
    title_link: 'https://example.com/graph',
    text: 'of `db1`',
    fields: [{ title: 'Level', value: 'high' }],
    image_url: 'javascript:alert(1)',
    footer: 'monitor',
  };
  const post = async (more: Body) => {
    const { ok, ts } = await slack('chat.postMessage', { channel: '#lobby', ...more });
    expect(ok).toBe(true);
    return await one(bob, Number(ts.split('.')[1]));
  };
  const message = await post({ blocks: [section], attachments: [{ color: '#f00', blocks: [actions] }, old] });
  const shown = JSON.stringify(blocksIn(message).blocks);
  for (const part of [
    'Disk full',
    'Acknowledge',
    'Seen by',
    'https://example.com/graph',
    'db1',
    'Level',
    'monitor',
  ]) {
    expect(shown, part).toContain(part);
    expect(message.content, part).toContain(part);
  }
  expect(shown).not.toContain('javascript:');
  expect(await press(bob, message.id, {})).toMatchObject({ outcome: 'done' });
  expect(program.only.payload.actions).toMatchObject([{ action_id: 'ack', value: 'alert-7' }]);
  // The text above an attachment is shown, too. Without any block, all of it is text.
  const attached = await post({ text: 'Look at *this*', attachments: [{ blocks: [actions] }] });
  expect(blocksIn(attached).blocks[0].text.html).toContain('<strong>this</strong>');
  const plain = await post({ text: 'Look', attachments: [old] });
  expect(blocksIn(plain).blocks).toEqual([]);
  expect(plain.content).toContain('Graph');
});

it('forms are over each other, are changed by their own names, and are closed one by one or together', async () => {
  const { ts } = await slack('chat.postMessage', { channel: '#lobby', blocks: buttons });
  await using queue = await bob.register({ event_types: ['app_view'] });
  const named = { ...form, external_id: 'first', title: { type: 'plain_text', text: 'First' } };
  program.answer = async ({ payload }) => {
    expect(await slack('views.open', { trigger_id: payload.trigger_id, view: named })).toMatchObject({
      ok: true,
      view: { external_id: 'first', previous_view_id: null },
    });
    return {};
  };
  await press(bob, Number(ts.split('.')[1]), {});
  const changed = { ...named, title: { type: 'plain_text', text: 'Changed' } };
  const { view, ok } = await slack('views.update', { external_id: 'first', view: changed });
  expect({ ok, title: view.title.text }).toEqual({ ok: true, title: 'Changed' });
  for (const [args, error] of [
    [{ external_id: 'other' }, 'not_found'],
    [{ view_id: 'V0' }, 'not_found'],
    [{ view_id: view.id, hash: 'old' }, 'hash_conflict'],
    [{}, 'invalid_arguments'],
  ] as const)
    expect(await slack('views.update', { ...args, view: changed }), error).toMatchObject({
      ok: false,
      error,
    });
  const submit = (id: string, answer: Body): Promise<Body> => {
    program.reset();
    program.answer = () => ({ body: answer });
    const state = [{ block_id: 'service', action_id: 'name', values: ['web'] }];
    return bob.api.post(`/app_views/${id}`, { press_id: `f${++pressed}`, state });
  };
  // Errors of blocks that are not there would be seen nowhere.
  expect(await submit(view.id, { response_action: 'errors', errors: { none: 'x' } })).toMatchObject({
    outcome: 'failed',
    reason: 'invalid',
  });
  const push = { response_action: 'push', view: form };
  const { view: second } = await submit(view.id, push);
  expect(second.id).not.toBe(view.id);
  const { view: third } = await submit(second.id, push);
  // The third is sent, and the person is back at the second.
  expect(await submit(third.id, {})).toMatchObject({ outcome: 'closed' });
  expect(program.only.payload.view).toMatchObject({ root_view_id: view.id, previous_view_id: second.id });
  expect(await submit(second.id, { response_action: 'clear' })).toMatchObject({ outcome: 'closed' });
  await until('all are closed', async () => {
    await queue.pollNow();
    return queue.events.filter(({ op }) => op === 'close').length >= 3;
  });
  expect(queue.events.flatMap(({ op, view_id }) => (op === 'close' ? [view_id] : [])).toSorted()).toEqual(
    [view.id, second.id, third.id].toSorted(),
  );
  await expect(submit(view.id, {})).rejects.toMatchObject({ status: 400 });
});

/** Returns how a request is refused. */
const refusal = (request: Promise<unknown>): Promise<Body> =>
  request.then(
    () => ({ status: 200 }),
    ({ status, message }: Body) => ({ status, message }),
  );

const groupId = async (name: string): Promise<number> =>
  (await owner.api.get('/user_groups')).user_groups.find((group: Body) => group.name === name).id;

it('a command is refused where the person may not write, with the error of a send', async () => {
  const administrators = JSON.stringify(await groupId('role:administrators'));
  await owner.subscribe(['posts', 'topics', 'gone'], [owner, alice]);
  await owner.subscribe(['vault'], [owner], { invite_only: true });
  const id = async (stream: string) =>
    (await owner.api.get('/get_stream_id', { stream })).stream_id as number;
  await owner.api.patch(`/streams/${await id('posts')}`, {
    can_send_message_group: `{"new":${administrators}}`,
  });
  await owner.api.patch(`/streams/${await id('topics')}`, {
    can_create_topic_group: `{"new":${administrators}}`,
  });
  await owner.send('topics', 'there', 'old');
  const places: Body[] = [];
  for (const [stream, topic] of [
    ['posts', 'any'],
    ['topics', 'new'],
    ['vault', 'any'],
    ['gone', 'any'],
  ] as const)
    places.push({ channel_id: await id(stream), topic });
  await owner.api.delete(`/streams/${await id('gone')}`);
  const nobody = await groupId('role:nobody');
  await owner.api.patch('/realm', { direct_message_permission_group: { new: nobody } });
  places.push({ user_ids: [bob.userId] }, { user_ids: [999_999] }, { channel_id: 999_999, topic: 'any' });
  program.answer = () => ({ body: { response_type: 'in_channel', text: 'ran' } });
  const run = (place: Body) =>
    alice.api.post('/commands', { press_id: `c${++pressed}`, name: '/deploy', text: 'x', ...place });
  const send = ({ channel_id, topic, user_ids }: Body) =>
    alice.api.post('/messages', {
      ...(channel_id === undefined
        ? { type: 'direct', to: user_ids }
        : { type: 'channel', to: channel_id, topic }),
      content: 'x',
    });
  for (const place of places) {
    const expected = await refusal(send(place));
    expect(expected, JSON.stringify(place)).toMatchObject({ status: 400, message: expect.any(String) });
    expect(await refusal(run(place)), JSON.stringify(place)).toEqual(expected);
  }
  expect(program.requests).toEqual([]);
  expect(await run({ channel_id: await id('topics'), topic: 'old' })).toMatchObject({ outcome: 'done' });
  await owner.api.patch('/realm', {
    direct_message_permission_group: { new: await groupId('role:everyone') },
  });
});

it('people see of the channels of an app those of which they may know', async () => {
  const id = async (stream: string) =>
    (await owner.api.get('/get_stream_id', { stream })).stream_id as number;
  await owner.subscribe(['hidden', 'shared'], [owner], { invite_only: true });
  await owner.subscribe(['shared'], [alice]);
  const [lobby, hidden, shared] = [await id('lobby'), await id('hidden'), await id('shared')];
  await owner.api.patch(`/apps/${appId}`, { channel_ids: [lobby, hidden, shared] });
  const shown = async (person: Person): Promise<number[]> =>
    (await person.api.get('/apps')).apps[0].channel_ids;
  expect(await shown(owner)).toEqual([lobby, hidden, shared]);
  expect(await shown(alice)).toEqual([lobby, shared]);
  expect(await shown(bob)).toEqual([lobby]);
  // Who may add others may know of the channel, too.
  await owner.api.patch(`/streams/${hidden}`, {
    can_add_subscribers_group: `{"new":${await groupId('role:members')}}`,
  });
  await expect.poll(() => shown(bob)).toEqual([lobby, hidden]);
  await owner.api.patch(`/apps/${appId}`, { channel_ids: '"all"' });
  expect(await shown(bob)).toBeNull();
});

it('an answer replaces or deletes the message by texts as by truth values, in JSON and in a form', async () => {
  const bot = await newBot();
  await using queue = await bot.register({ event_types: ['block_action'] });
  const asJson = (answer: Body) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  });
  const asForm = (answer: Body) => ({ headers: {}, body: new URLSearchParams(answer) });
  const asPayload = (answer: Body) => asForm({ payload: JSON.stringify(answer) });
  for (const encoded of [asJson, asForm, asPayload]) {
    const id = await sendBlocks(bot);
    await press(bob, id, {});
    await until('the press is there', async () => {
      await queue.pollNow();
      return queue.events.some(({ message_id }) => message_id === id);
    });
    const { response_url } = queue.events.find(({ message_id }) => message_id === id)!;
    const path = `${network.gatewayUrl()}${new URL(response_url).pathname}`;
    const answer = async (body: Body): Promise<number> =>
      (await fetch(path, { method: 'POST', ...encoded(body) })).status;
    expect(await answer({ replace_original: 'true', text: 'Taken = 1' }), encoded.name).toBe(200);
    expect((await one(alice, id)).content, encoded.name).toBe('Taken = 1');
    // What is not true is no yes.
    expect(await answer({ replace_original: 'false', delete_original: 'false', text: 'no' })).toBe(200);
    expect((await one(alice, id)).content, encoded.name).toBe('Taken = 1');
    expect(await answer({ delete_original: 'true' }), encoded.name).toBe(200);
    await expect(one(alice, id), encoded.name).rejects.toMatchObject({ status: 400 });
  }
});

it('a bot that is no app answers nothing while the organization is deactivated', async () => {
  const bot = await newBot();
  const id = await sendBlocks(bot);
  await using queue = await bot.register({ event_types: ['block_action'] });
  await press(bob, id, {});
  await until('the press is there', async () => {
    await queue.pollNow();
    return queue.events.length > 0;
  });
  const [{ response_url }] = queue.events as [Body];
  const answer = async (): Promise<number> =>
    (
      await fetch(`${network.gatewayUrl()}${new URL(response_url).pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'late' }),
      })
    ).status;
  const setActive = (isActive: boolean) =>
    network.asOperator((userAdmin, call) =>
      userAdmin.setOrganizationActive({ isActive, dryRun: false }, call),
    );
  await setActive(false);
  await network.caughtUp();
  // A response address takes five answers, so waiting by answering would use them up.
  // The error of the organization or that of a program that is turned off, by which service notices first.
  expect([401, 403]).toContain(await answer());
  await setActive(true);
});
