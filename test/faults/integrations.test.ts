import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, type Body, Cluster, until } from '@parley/test-kit';
import { expect, it } from 'vitest';

// Verifies that nothing of webhooks and apps is lost, made twice or reordered while replicas of the service are killed.

const messages = 40;
const webhooks = 40;
const presses = 20;

type Received = { id: string; body: string; path: string };

/** A program that answers messages with their text, and everything else with nothing. It is slow, so that kills interrupt requests. */
async function startProgram(received: Received[]): Promise<{ server: Server; host: string }> {
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body, path: request.url ?? '' });
      const isMessage = request.url === '/bot';
      const answer = isMessage
        ? { content: `echo ${(JSON.parse(body) as Body).data.split(' ').at(-1)}` }
        : {};
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
        20,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('loses, repeats and reorders nothing while integrations is killed', async () => {
  const received: Received[] = [];
  const { server, host } = await startProgram(received);
  await using cluster = await Cluster.start({
    replicas: { integrations: 2 },
    env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: host, PARLEY_INTEGRATIONS_RETRY_MS: '200' },
  });
  const { owner } = cluster.organization;
  const { alice } = await cluster.organization.add('alice');
  await alice.subscribe(['lobby', 'alerts']);
  await alice.api.post('/bots', {
    full_name: 'Echo',
    short_name: 'echo',
    bot_type: 3,
    payload_url: `http://${host}/bot`,
  });
  const hook = await alice.api.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  const manifest = { name: 'Presses', blocks: true, scopes: ['messages'], url: `http://${host}/app` };
  const { credentials } = await owner.api.post('/apps', { manifest: JSON.stringify(manifest) });
  const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'lobby' });
  await cluster.caughtUp();
  const posted = await fetch(`${cluster.url}/slack/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: `C${channelId}`,
      text: 'press',
      blocks: [
        {
          type: 'actions',
          block_id: 'b',
          elements: [{ type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'Press' } }],
        },
      ],
    }),
  });
  const messageId = Number(((await posted.json()) as { ts: string }).ts.split('.')[1]);

  /** Posts as a tool does: repeats a delivery with the same ID until it is accepted. */
  const post = async (n: number): Promise<void> => {
    const query = new URLSearchParams({ api_key: hook.api_key, stream: 'alerts', topic: 'tool' });
    await until(
      `webhook ${n} is accepted`,
      async () => {
        const answer = await fetch(`${cluster.url}/api/v1/external/slack_incoming?${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `w${n}` },
          body: JSON.stringify({ text: `webhook ${n}` }),
        }).catch(() => undefined);
        return answer?.status === 200;
      },
      120_000,
    );
  };
  /** Presses as the client does: repeats a press with the same ID until there is an answer. */
  const press = async (n: number): Promise<void> => {
    const pressed = { block_id: 'b', action_id: 'a', values: [] };
    await until(
      `press ${n} is answered`,
      async () => {
        try {
          await alice.api.post('/block_actions', { press_id: `p${n}`, message_id: messageId, pressed });
          return true;
        } catch (error) {
          if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
          return false;
        }
      },
      120_000,
    );
  };
  const sending = (async () => {
    for (let n = 0; n < messages; n++) await alice.send('lobby', `@**Echo** number ${n}`, 'echo');
  })();
  const posting = (async () => {
    for (let n = 0; n < webhooks; n++) await post(n);
  })();
  const pressing = (async () => {
    for (let n = 0; n < presses; n++) await press(n);
  })();
  await until('the program gets messages', () => received.some(({ path }) => path === '/bot'));
  await cluster.kill('integrations', 1);
  await cluster.kill('integrations', 2);
  await cluster.kill('integrations', 1);
  await Promise.all([sending, posting, pressing]);

  const contents = async (channel: string): Promise<string[]> =>
    (await alice.messages([['channel', channel]], { num_before: 500 })).map(({ content }) => content);
  await until(
    'every message has its answer',
    async () => {
      const echoes = (await contents('lobby')).filter((content) => content.startsWith('echo '));
      return new Set(echoes).size === messages;
    },
    180_000,
  );
  // In order, and with an ID by which a program recognizes what it has received already.
  const firsts = new Map<string, string>();
  for (const { id, body, path } of received)
    if (path === '/bot' && !firsts.has(id)) firsts.set(id, (JSON.parse(body) as Body).data);
  expect([...firsts.values()]).toEqual(Array.from({ length: messages }, (_, n) => `@**Echo** number ${n}`));
  const echoes = (await contents('lobby')).filter((content) => content.startsWith('echo '));
  expect(echoes).toEqual(Array.from({ length: messages }, (_, n) => `echo ${n}`));
  expect((await contents('alerts')).filter((content) => content.startsWith('webhook'))).toEqual(
    Array.from({ length: webhooks }, (_, n) => `webhook ${n}`),
  );
  // A press is sent once. One that a killed replica was about to send has no request, and the person sees that it failed.
  const pressIds = received.filter(({ path }) => path === '/app').map(({ id }) => id);
  expect(new Set(pressIds).size).toBe(pressIds.length);
  expect(pressIds.length).toBeGreaterThanOrEqual(presses - 3);
  server.closeAllConnections();
  server.close();
});
