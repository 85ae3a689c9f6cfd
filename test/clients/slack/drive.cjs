// Drives @slack/bolt and @slack/webhook: an app as its guide shows it, whose only change is the address of the Web API, and a webhook.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const load = createRequire(`${process.cwd()}/`);
const { App } = load('@slack/bolt');
const { IncomingWebhook } = load('@slack/webhook');
const set = process.env;
const port = Number(set.CLIENT_APP_PORT);

async function step(name, run) {
  let reason;
  try {
    await run();
  } catch (error) {
    reason = `${error.name}: ${error.message}`;
  }
  const line = reason === undefined ? { step: name, passed: true } : { step: name, passed: false, reason };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function until(condition, what) {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = await condition();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what}: not within 20 s`);
}

/** Calls Parley's own API as a person. Objects are sent as JSON. */
async function call(who, method, path, parameters = {}) {
  const form = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const isGet = method === 'GET';
  const answer = await fetch(`${set.CLIENT_SITE}/api/v1${path}${isGet ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${who.email}:${who.key}`).toString('base64')}` },
    ...(!isGet && { body: form }),
  });
  const body = await answer.json();
  assert.equal(body.result, 'success', JSON.stringify(body));
  return body;
}

const owner = { email: set.CLIENT_OWNER_EMAIL, key: set.CLIENT_OWNER_KEY };
const person = { email: set.CLIENT_EMAIL, key: set.CLIENT_KEY };
const userId = Number(set.CLIENT_USER_ID);

const newest = async () =>
  (
    await call(person, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 30,
      num_after: 0,
      narrow: [['channel', set.CLIENT_CHANNEL]],
      apply_markdown: false,
    })
  ).messages;

/** The manifest as Slack's page of an app exports it, with other addresses. */
const manifest = {
  display_information: { name: 'Bolt Example', description: 'An example' },
  features: {
    bot_user: { display_name: 'Bolt Example', always_online: true },
    slash_commands: [
      {
        command: '/hello-bolt',
        url: `http://127.0.0.1:${port}/slack/events`,
        description: 'Greets',
        usage_hint: '[name]',
      },
    ],
  },
  oauth_config: {
    scopes: {
      bot: ['chat:write', 'commands', 'app_mentions:read', 'channels:read', 'channels:history', 'users:read'],
    },
  },
  settings: {
    event_subscriptions: {
      request_url: `http://127.0.0.1:${port}/slack/events`,
      bot_events: ['app_mention'],
    },
    interactivity: { is_enabled: true, request_url: `http://127.0.0.1:${port}/slack/events` },
  },
};

/** Installs the app of docs/guides/bots.md with its manifest, and runs it while `check` runs. Only addresses and the port are others. */
async function runGuide(check) {
  const text = readFileSync(join(__dirname, '../../../docs/guides/bots.md'), 'utf8');
  const guide = text.slice(text.indexOf('## An app that acknowledges alerts'));
  const block = (language) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)[1];
  const url = `http://127.0.0.1:${port}/slack/events`;
  const { app, credentials } = await call(owner, 'POST', '/apps', {
    manifest: JSON.stringify({ ...JSON.parse(block('json')), url }),
  });
  const source = block('ts')
    .replace('https://chat.example/', `${set.CLIENT_SITE}/`)
    .replace('app.start(3000)', `app.start(${port})`);
  assert.ok(source.includes(set.CLIENT_SITE) && source.includes(`(${port})`));
  const alerting = `${source}\nawait alert('#${set.CLIENT_CHANNEL}', '*Disk full*');\n`;
  writeFileSync(join(process.cwd(), 'guide.mts'), alerting);
  const program = spawn(process.execPath, ['guide.mts'], {
    env: { ...set, TOKEN: credentials.token, SIGNING_SECRET: credentials.signing_secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await check(app.bot_id);
    assert.equal(program.exitCode, null);
  } finally {
    program.kill();
  }
}

async function drive() {
  const { app: installed, credentials } = await call(owner, 'POST', '/apps', {
    manifest: JSON.stringify(manifest),
  });
  const { stream_id: channelId } = await call(person, 'GET', '/get_stream_id', {
    stream: set.CLIENT_CHANNEL,
  });
  const apiUrl = credentials.api_url.replace(/^https?:\/\/[^/]+/, set.CLIENT_SITE);
  const app = new App({
    token: credentials.token,
    signingSecret: credentials.signing_secret,
    clientOptions: { slackApiUrl: apiUrl },
  });
  const submitted = [];
  app.event('app_mention', async ({ event, say }) => {
    await say({
      text: `Hello <@${event.user}>`,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: `Hello <@${event.user}>!` } },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'acknowledge',
              text: { type: 'plain_text', text: 'Acknowledge' },
              value: 'alert-1',
            },
            { type: 'button', action_id: 'open_form', text: { type: 'plain_text', text: 'Details' } },
          ],
        },
      ],
    });
  });
  app.action('acknowledge', async ({ ack, body, client }) => {
    await ack();
    await client.chat.update({
      channel: body.channel.id,
      ts: body.message.ts,
      text: `Acknowledged by ${body.user.name}`,
    });
  });
  app.action('open_form', async ({ ack, body, client }) => {
    await ack();
    await client.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'details',
        title: { type: 'plain_text', text: 'Details' },
        submit: { type: 'plain_text', text: 'Send' },
        blocks: [
          {
            type: 'input',
            block_id: 'why',
            label: { type: 'plain_text', text: 'Why' },
            element: { type: 'plain_text_input', action_id: 'text' },
          },
        ],
      },
    });
  });
  app.view('details', async ({ ack, view }) => {
    const text = view.state.values.why.text.value;
    if (text === 'wrong') return await ack({ response_action: 'errors', errors: { why: 'Not so' } });
    submitted.push(text);
    return await ack();
  });
  app.command('/hello-bolt', async ({ command, ack, respond }) => {
    await ack();
    await respond({ response_type: 'in_channel', text: `*Hello* ${command.text}` });
  });
  const plain = (text) => ({ type: 'plain_text', text });
  const option = (value) => ({ text: plain(value), value });
  const chosen = [];
  app.action(/^element_/, async ({ ack, action }) => {
    await ack();
    chosen.push(action);
  });
  app.options('element_loaded', async ({ ack, options }) => {
    await ack({ options: [{ text: plain(`Found ${options.value}`), value: 'found' }] });
  });
  app.action('element_form', async ({ body, client }) => {
    const view = {
      type: 'modal',
      title: plain('First'),
      blocks: [{ type: 'actions', block_id: 'more', elements: [button('change_form')] }],
    };
    await client.views.open({ trigger_id: body.trigger_id, view });
  });
  app.action('change_form', async ({ ack, body, client }) => {
    await ack();
    const { id: view_id, hash } = body.view;
    const blocks = [{ type: 'section', text: plain('Changed') }];
    await client.views.update({ view_id, hash, view: { type: 'modal', title: plain('Second'), blocks } });
  });
  const button = (action_id, more = {}) => ({ type: 'button', action_id, text: plain('Press'), ...more });
  await app.start(port);

  let message;
  await step('bolt: an event reaches the app, and say() answers in its topic', async () => {
    await call(person, 'POST', '/messages', {
      type: 'channel',
      to: String(channelId),
      topic: 'bolt topic',
      content: '@**Bolt Example** hi',
    });
    message = await until(
      async () =>
        (await newest()).find(
          ({ sender_full_name, content }) => sender_full_name === 'Bolt Example' && content.includes('Hello'),
        ),
      'the answer of the app',
    );
    assert.equal(message.subject, 'bolt topic');
    assert.ok(message.submessages.some(({ msg_type }) => msg_type === 'blocks'));
  });
  const blocks = () =>
    JSON.parse(message.submessages.find(({ msg_type }) => msg_type === 'blocks').content).blocks;
  const press = (action_id, press_id) =>
    call(person, 'POST', '/block_actions', {
      press_id,
      message_id: message.id,
      pressed: { block_id: blocks()[1].block_id, action_id, values: [] },
    });
  await step('bolt: a press opens a form, which the app checks', async () => {
    const { queue_id, last_event_id } = await call(person, 'POST', '/register', {
      event_types: ['app_view'],
    });
    assert.equal((await press('open_form', 'bolt-1')).outcome, 'done');
    const { events } = await call(person, 'GET', '/events', { queue_id, last_event_id });
    const { view } = events.find(({ type }) => type === 'app_view');
    const submit = (text, press_id) =>
      call(person, 'POST', `/app_views/${view.id}`, {
        press_id,
        state: [{ block_id: 'why', action_id: 'text', values: [text] }],
      });
    const wrong = await submit('wrong', 'bolt-2');
    assert.deepEqual([wrong.outcome, wrong.errors], ['invalid', { why: 'Not so' }]);
    assert.equal((await submit('because', 'bolt-3')).outcome, 'closed');
    assert.deepEqual(submitted, ['because']);
  });
  await step('bolt: a press updates the message', async () => {
    assert.equal((await press('acknowledge', 'bolt-4')).outcome, 'done');
    await until(
      async () =>
        (await newest()).find(
          ({ id, content }) => id === message.id && content.startsWith('Acknowledged by'),
        ),
      'the update',
    );
  });
  await step('bolt: every element is pressed, and the app gets what Slack would send', async () => {
    const confirm = {
      title: plain('Sure?'),
      text: plain('Really?'),
      confirm: plain('Yes'),
      deny: plain('No'),
    };
    const options = [option('a'), option('b')];
    const elements = [
      [button('', { value: 'v', confirm }), [], { value: 'v' }],
      [{ type: 'overflow', options }, ['b'], { selected_option: option('b') }],
      [{ type: 'static_select', options }, ['a'], { selected_option: option('a') }],
      [{ type: 'multi_static_select', options }, ['a', 'b'], { selected_options: options }],
      [{ type: 'users_select' }, [`U${userId}`], { selected_user: `U${userId}` }],
      [{ type: 'channels_select' }, [`C${channelId}`], { selected_channel: `C${channelId}` }],
      [{ type: 'conversations_select' }, [`C${channelId}`], { selected_conversation: `C${channelId}` }],
      [{ type: 'datepicker' }, ['2026-12-01'], { selected_date: '2026-12-01' }],
      [{ type: 'timepicker' }, ['17:30'], { selected_time: '17:30' }],
      [{ type: 'datetimepicker' }, ['1796000000'], { selected_date_time: 1796000000 }],
      [{ type: 'checkboxes', options }, ['b'], { selected_options: [option('b')] }],
      [{ type: 'radio_buttons', options }, ['a'], { selected_option: option('a') }],
    ].map(([element, values, expected], at) => [
      { ...element, action_id: `element_${at}` },
      values,
      expected,
    ]);
    const { ts } = await app.client.chat.postMessage({
      channel: `C${channelId}`,
      text: 'Elements',
      blocks: [
        { type: 'header', text: plain('Elements') },
        { type: 'section', text: { type: 'mrkdwn', text: '*one*' }, fields: [plain('two')] },
        { type: 'context', elements: [plain('three')] },
        { type: 'actions', block_id: 'all', elements: elements.map(([element]) => element) },
      ],
      attachments: [
        {
          color: '#ff0000',
          blocks: [
            {
              type: 'actions',
              block_id: 'attached',
              elements: [
                button('element_form'),
                { type: 'external_select', action_id: 'element_loaded', min_query_length: 0 },
              ],
            },
          ],
        },
      ],
    });
    const message_id = Number(ts.split('.')[1]);
    const pressing = (block_id, action_id, values, more = {}) =>
      call(person, 'POST', '/block_actions', {
        press_id: `bolt-${action_id}`,
        message_id,
        pressed: { block_id, action_id, values, ...more },
      });
    for (const [{ action_id }, values, expected] of elements) {
      assert.equal((await pressing('all', action_id, values)).outcome, 'done');
      const action = chosen.at(-1);
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, action[name]])),
        expected,
      );
    }
    const at = { message_id, block_id: 'attached', action_id: 'element_loaded' };
    const { found } = await call(person, 'GET', '/block_options', { ...at, query: 'it' });
    assert.deepEqual(found.options, [{ text: plain('Found it'), value: 'found' }]);
    await pressing('attached', 'element_loaded', ['found'], { labels: ['Found it'] });
    assert.deepEqual(chosen.at(-1).selected_option, found.options[0]);
    const { queue_id, last_event_id } = await call(person, 'POST', '/register', {
      event_types: ['app_view'],
    });
    await pressing('attached', 'element_form', []);
    const opened = await call(person, 'GET', '/events', { queue_id, last_event_id });
    const { view, id: seen } = opened.events.find(({ type }) => type === 'app_view');
    assert.equal(view.title, 'First');
    await call(person, 'POST', '/block_actions', {
      press_id: 'bolt-change',
      view_id: view.id,
      pressed: { block_id: 'more', action_id: 'change_form', values: [] },
    });
    const changed = await call(person, 'GET', '/events', { queue_id, last_event_id: seen });
    assert.equal(changed.events.find(({ op }) => op === 'update').view.title, 'Second');
  });
  await step('bolt: a command is answered by respond()', async () => {
    const { outcome } = await call(person, 'POST', '/commands', {
      press_id: 'bolt-5',
      name: '/hello-bolt',
      text: 'there',
      channel_id: channelId,
      topic: 'bolt topic',
    });
    assert.equal(outcome, 'done');
    await until(
      async () => (await newest()).some(({ content }) => content === '**Hello** there'),
      'the answer',
    );
  });
  await step('bolt: reads by the Web API', async () => {
    const { client } = app;
    assert.equal((await client.auth.test()).user_id, `U${installed.bot_id}`);
    assert.equal((await client.users.info({ user: `U${userId}` })).user.id, `U${userId}`);
    const { channels } = await client.conversations.list();
    const channel = channels.find(({ name }) => name === set.CLIENT_CHANNEL);
    assert.ok((await client.conversations.members({ channel: channel.id })).members.includes(`U${userId}`));
    assert.ok((await client.conversations.history({ channel: channel.id })).messages.length > 0);
    assert.equal((await client.conversations.info({ channel: channel.id })).channel.name, set.CLIENT_CHANNEL);
    await client.chat.postEphemeral({ channel: channel.id, user: `U${userId}`, text: 'only you' });
  });
  await app.stop();

  await step('bolt: the app of the guide, as it is written there', async () => {
    await runGuide(async (bot) => {
      const posted = await until(
        async () =>
          (await newest()).find(({ sender_id, content }) => sender_id === bot && content.includes('Disk')),
        'the alert',
      );
      const part = posted.submessages.find(({ msg_type }) => msg_type === 'blocks');
      const { block_id } = JSON.parse(part.content).blocks[1];
      const { outcome } = await call(person, 'POST', '/block_actions', {
        press_id: 'guide',
        message_id: posted.id,
        pressed: { block_id, action_id: 'acknowledge', values: [] },
      });
      assert.equal(outcome, 'done');
      const changed = ({ id, content }) => id === posted.id && content.includes('Acknowledged by');
      await until(async () => (await newest()).some(changed), 'the update');
      const place = { channel_id: channelId, topic: posted.subject };
      await call(person, 'POST', '/commands', { press_id: 'guide', name: '/oncall', text: '', ...place });
      const mention = { type: 'channel', to: String(channelId), topic: 'guide', content: '@**Alerts** hi' };
      await call(person, 'POST', '/messages', mention);
      const isAnswer = ({ subject, content }) => subject === 'guide' && content.startsWith('I post alerts');
      await until(async () => (await newest()).some(isAnswer), 'the answer to a mention');
    });
  });

  await step('webhook: text and blocks', async () => {
    const url = `${set.CLIENT_SITE}${set.CLIENT_SERVICES_PATH}`;
    const { text } = await new IncomingWebhook(url).send({
      text: 'plain',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*Deployed* <https://example.com|web>' } }],
    });
    assert.equal(text, 'ok');
    const found = (await newest()).find(({ sender_full_name }) => sender_full_name === 'slack hook');
    assert.equal(found.content, '**Deployed** [web](https://example.com/)');
    await assert.rejects(new IncomingWebhook(`${url.slice(0, -4)}xxxx`).send('lost'));
  });
}

drive().catch((error) => {
  process.stdout.write(`${JSON.stringify({ step: 'drive', passed: false, reason: error.stack })}\n`);
  process.exitCode = 1;
});
