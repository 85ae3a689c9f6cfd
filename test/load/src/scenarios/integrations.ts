import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cluster } from '@parley/test-kit';
import { Pool } from 'undici';
import type { Bench } from '../bench.ts';
import type { Figure } from '../report.ts';
import { median, percentile } from '../stats.ts';

/** Bots that post, because each key has a limit of 50 requests a second. */
const bots = 48;
const concurrency = 64;
const seconds = 8;
const samples = 200;

/**
 * Measures webhooks: from the request of a tool to the event of its message, and how many a second; and presses of a button: to the request at
 * the app.
 */
export const integrations = async (say: Bench['say']): Promise<Figure[]> => {
  const arrived: number[] = [];
  const app = createServer((request, response) => {
    arrived.push(performance.now());
    request.resume().on('end', () => response.end());
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const host = `127.0.0.1:${(app.address() as AddressInfo).port}`;
  await using cluster = await Cluster.start({ env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: host } });
  const { owner } = cluster.organization;
  const { sender, reader: person } = await cluster.organization.add('sender', 'reader');
  await sender.subscribe(['hooks'], [sender, person]);
  const { stream_id: channelId } = await sender.api.get('/get_stream_id', { stream: 'hooks' });
  const keys: string[] = [];
  for (let n = 0; n < bots; n++) {
    const made = await sender.api.post('/bots', {
      full_name: `Hook ${n}`,
      short_name: `hook${n}`,
      bot_type: 2,
    });
    keys.push(made.api_key);
  }
  const pool = new Pool(cluster.url, { connections: concurrency, pipelining: 1 });
  const body = JSON.stringify({ text: '*Deployed* <https://example.com/1|web 1.2.3>', username: 'deploys' });
  const post = async (n: number): Promise<number> => {
    const key = keys[n % keys.length]!;
    const answer = await pool.request({
      method: 'POST',
      path: `/api/v1/external/slack_incoming?api_key=${key}&stream=${channelId}&topic=load%20${n % 8}`,
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { message_id, msg } = (await answer.body.json()) as { message_id: number; msg: string };
    if (answer.statusCode !== 200) throw new Error(`a webhook was answered ${answer.statusCode}: ${msg}`);
    return message_id;
  };

  const queue = (await person.register({ event_types: ['message'] })).start();
  const arrivals = new Map<number, number>();
  queue.onEvent((event) => arrivals.set(event.message.id, performance.now()));
  const delays: number[] = [];
  for (let n = 0; n < samples; n++) {
    const start = performance.now();
    const id = await post(n);
    await queue.waitFor(() => arrivals.has(id));
    if (n >= 20) delays.push(arrivals.get(id)! - start);
  }
  await queue.stop();
  say(`webhook → event, p50: ${percentile(delays, 0.5).toFixed(1)} ms`);

  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    let done = 0;
    const start = performance.now();
    const until = start + seconds * 1000;
    await Promise.all(
      Array.from({ length: concurrency }, async (_, index) => {
        for (let n = index; performance.now() < until; n += concurrency) {
          await post(n);
          done++;
        }
      }),
    );
    // The last ones end after the given time, so what they took counts.
    const rate = done / ((performance.now() - start) / 1000);
    rates.push(rate);
    say(`webhooks: ${Math.round(rate)}/s`);
    // The limit of a key is for one minute.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }

  const manifest = { name: 'Presses', blocks: true, scopes: ['messages'], url: `http://${host}/` };
  const { credentials } = await owner.api.post('/apps', { manifest: JSON.stringify(manifest) });
  const button = { type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'Press' } };
  const answer = await fetch(`${cluster.url}/slack/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: `C${channelId}`,
      blocks: [{ type: 'actions', block_id: 'b', elements: [button] }],
    }),
  });
  const messageId = Number(((await answer.json()) as { ts: string }).ts.split('.')[1]);
  const pressDelays: number[] = [];
  for (let n = 0; n < samples; n++) {
    const before = arrived.length;
    const start = performance.now();
    const { outcome } = await person.api.post('/block_actions', {
      press_id: `p${n}`,
      message_id: messageId,
      pressed: { block_id: 'b', action_id: 'a', values: [] },
    });
    if (outcome !== 'done' || arrived.length !== before + 1)
      throw new Error(`a press made ${arrived.length - before} requests, and ended as ${outcome}`);
    if (n >= 20) pressDelays.push(arrived[before]! - start);
  }
  await pool.close();
  app.closeAllConnections();
  app.close();
  const [p50, rate, pressed] = [percentile(delays, 0.5), median(rates), percentile(pressDelays, 0.5)];
  const each = `${samples - 20} one after another`;
  return [
    {
      name: 'webhook → event received, p50',
      value: p50,
      unit: 'ms',
      aim: '≤ 25 ms',
      met: p50 <= 25,
      method: `${each}; one receiver with a long-poll`,
    },
    {
      name: 'webhooks a second',
      value: rate,
      unit: '/s',
      aim: '≥ 800/s',
      met: rate >= 800,
      method: `${bots} bots, ${concurrency} at a time for ${seconds} s, median of 3 rounds`,
    },
    {
      name: 'press → request at the app, p50',
      value: pressed,
      unit: 'ms',
      aim: '≤ 20 ms',
      met: pressed <= 20,
      method: each,
    },
  ];
};
