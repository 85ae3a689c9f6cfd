// Drives zulip-js: its resources and its event loop.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const zulip = createRequire(`${process.cwd()}/`)('zulip-js');
const set = process.env;
const otherId = Number(set.CLIENT_OTHER_ID);
const channel = set.CLIENT_CHANNEL;

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

const succeeded = (answer) => {
  assert.equal(answer.result, 'success', JSON.stringify(answer));
  return answer;
};

async function until(condition, what) {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what}: not within 20 s`);
}

async function drive() {
  let z;
  let other;
  await step('signs in with a configuration file, and with a password', async () => {
    z = await zulip({ zuliprc: `${set.CLIENT_FOLDER}/zuliprc` });
    other = await zulip({ zuliprc: `${set.CLIENT_FOLDER}/other-zuliprc` });
    const signedIn = await zulip({
      username: set.CLIENT_EMAIL,
      password: set.CLIENT_PASSWORD,
      realm: set.CLIENT_SITE,
    });
    assert.equal(signedIn.config.apiKey, z.config.apiKey);
  });
  await step('server settings, profile, users, organization emoji', async () => {
    succeeded(await z.server.settings());
    assert.equal(succeeded(await z.users.me.getProfile()).user_id, Number(set.CLIENT_USER_ID));
    assert.ok(succeeded(await z.users.retrieve()).members.length > 1);
    succeeded(await z.users.retrieve({ client_gravatar: true, include_custom_profile_fields: true }));
    succeeded(await z.emojis.retrieve());
    succeeded(await z.users.me.alertWords.retrieve());
  });
  await step('channels: subscribe, list, look up, topics, unsubscribe', async () => {
    const subscriptions = [{ name: 'javascript', description: 'scripts' }];
    succeeded(await z.users.me.subscriptions.add({ subscriptions, principals: [otherId] }));
    succeeded(await z.users.me.subscriptions.add({ subscriptions }));
    const { stream_id } = succeeded(await z.streams.getStreamId('javascript'));
    const { streams } = succeeded(await z.streams.retrieve());
    assert.ok(streams.some(({ name }) => name === 'javascript'));
    succeeded(await z.streams.subscriptions.retrieve());
    succeeded(await z.streams.topics.retrieve({ stream_id }));
    succeeded(await z.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['javascript']) }));
    succeeded(await z.users.me.subscriptions.add({ subscriptions }));
  });
  let id;
  await step('messages: send, render, read, edit, history, react, flag, delete', async () => {
    const sent = { type: 'stream', to: 'javascript', subject: 'scripts', content: 'hello *there*' };
    id = succeeded(await z.messages.send(sent)).id;
    succeeded(await z.messages.send({ type: 'private', to: [otherId], content: 'hello' }));
    assert.match(succeeded(await z.messages.render('*x*')).rendered, /<em>/);
    succeeded(await z.messages.update({ message_id: id, content: 'New content' }));
    const narrow = [
      { operator: 'stream', operand: 'javascript' },
      { operator: 'topic', operand: 'scripts' },
    ];
    const read = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
    assert.equal(succeeded(await z.messages.retrieve(read)).messages.at(-1).content, '<p>New content</p>');
    succeeded(await z.messages.getById({ message_id: id }));
    assert.equal(succeeded(await z.messages.getHistoryById({ message_id: id })).message_history.length, 2);
    succeeded(await z.reactions.add({ message_id: id, emoji_name: 'musical_note', emoji_code: '1f3b5' }));
    succeeded(
      await z.reactions.remove({ message_id: id, emoji_code: '1f3b5', reaction_type: 'unicode_emoji' }),
    );
    succeeded(await z.messages.flags.add({ messages: [id], flag: 'starred' }));
    succeeded(await z.messages.flags.remove({ messages: [id], flag: 'starred' }));
    const owner = await zulip({ zuliprc: `${set.CLIENT_FOLDER}/owner-zuliprc` });
    succeeded(await owner.messages.deleteById({ message_id: id }));
  });
  await step('typing notifications', async () => {
    const queue = succeeded(await other.queues.register({ event_types: ['typing'] }));
    succeeded(await z.typing.send({ to: [otherId, Number(set.CLIENT_USER_ID)], op: 'start' }));
    const polled = await other.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 });
    assert.equal(succeeded(polled).events[0].op, 'start');
    succeeded(await other.queues.deregister({ queue_id: queue.queue_id }));
  });
  await step('creates a user', async () => {
    const owner = await zulip({ zuliprc: `${set.CLIENT_FOLDER}/owner-zuliprc` });
    const user = { email: 'script@test.example', password: 'a long password', full_name: 'Script' };
    succeeded(await owner.users.create(user));
  });
  await step('callEndpoint reaches other operations', async () => {
    succeeded(await z.callEndpoint('/users/me/status', 'POST', { status_text: 'scripting' }));
    succeeded(await z.callEndpoint('mark_all_as_read', 'POST'));
  });
  await step('the bot of the guide answers, as it is written there', async () => {
    const guide = readFileSync(join(__dirname, '../../../docs/guides/bots.md'), 'utf8');
    writeFileSync(join(process.cwd(), 'guide.mjs'), /```js\n([\s\S]*?)```/.exec(guide)[1]);
    copyFileSync(`${set.CLIENT_FOLDER}/bot-zuliprc`, join(process.cwd(), 'zuliprc'));
    await z.users.me.subscriptions.add({
      subscriptions: [{ name: 'guide' }],
      principals: [set.CLIENT_BOT_EMAIL],
    });
    const narrow = [{ operator: 'stream', operand: 'guide' }];
    const read = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false };
    const program = spawn(process.execPath, ['guide.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
    try {
      // The bot does not report when it receives messages.
      await until(async () => {
        await z.messages.send({ type: 'stream', to: 'guide', topic: 'js', content: 'hello bot' });
        await new Promise((done) => setTimeout(done, 1_000));
        return (await z.messages.retrieve(read)).messages.some(({ content }) => content === 'Hello!');
      }, 'the answer');
      assert.equal(program.exitCode, null);
    } finally {
      program.kill();
    }
  });
  await step('callOnEachEvent receives messages', async () => {
    const events = [];
    z.callOnEachEvent((event) => events.push(event), ['message']).catch(() => undefined);
    // The library does not report when its event queue is registered, so the message is sent repeatedly until its event
    // arrives.
    const sending = setInterval(
      () => other.messages.send({ type: 'stream', to: channel, topic: 'js', content: 'an event' }),
      1_000,
    );
    await other.users.me.subscriptions.add({ subscriptions: [{ name: channel }] });
    await z.users.me.subscriptions.add({ subscriptions: [{ name: channel }] });
    try {
      await until(() => events.some(({ message }) => message?.content === 'an event'), 'the event');
    } finally {
      clearInterval(sending);
    }
  });
}

drive().then(
  () => process.exit(0),
  () => process.exit(1),
);
