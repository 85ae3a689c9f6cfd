import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { PollRequest } from '../src/context.ts';
import { defaultLimits } from '../src/edge/limits/rate-rules.ts';
import { authorization, startTestGateway, text } from './support.ts';

type Poll = (request: PollRequest) => Promise<Buffer>;

async function listening(poll: Poll, config = {}) {
  const gateway = await startTestGateway({ poll, config });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  return gateway;
}

type Gateway = Awaited<ReturnType<typeof listening>>;

const get = (queueId: string, { method = 'GET', version = '1.1', headers = '' } = {}) =>
  `${method} /api/v1/events?queue_id=${queueId} HTTP/${version}\r\nhost: x\r\n` +
  `authorization: ${authorization}\r\n${headers}\r\n`;

/** Opens a connection that collects received data until a condition is true or the connection is closed. */
function open({ app }: Gateway) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  let look = () => undefined as unknown;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    look();
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return {
    socket,
    closed,
    until: (holds: (received: string) => boolean) =>
      new Promise<string>((resolve) => {
        look = () => holds(received) && resolve(received);
        look();
      }),
  };
}

const answersIn = (received: string): number => received.split('HTTP/1.1 200 OK').length - 1;

function parse(response: string) {
  const end = response.indexOf('\r\n\r\n');
  const [status, ...lines] = response.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status, headers, body: response.slice(end + 4) };
}

it('has the same head as responses that Node writes', async () => {
  const large = text([{ id: 1, content: 'x'.repeat(20_000) }]);
  await using gateway = await listening(async ({ queueId }) => (queueId === 'large' ? large : text([])), {
    rateLimits: { ...defaultLimits, poll: { requests: 100, seconds: 60 } },
  });
  const heads = [];
  for (const queueId of ['small', 'large']) {
    const { socket, until } = open(gateway);
    socket.write(get(queueId));
    const { status, headers, body } = parse(await until((received) => received.endsWith(']}')));
    socket.destroy();
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.abs(Date.parse(headers.date!) - Date.now())).toBeLessThan(60_000);
    for (const name of [
      'content-length',
      'x-request-id',
      'date',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ]) {
      expect(headers).toHaveProperty(name);
      delete headers[name];
    }
    heads.push({ status, headers });
  }
  expect(heads[0]).toEqual(heads[1]);
  expect(heads[0]!.headers).toMatchObject({ connection: 'keep-alive', 'x-ratelimit-limit': '100' });
});

it('answers pipelined requests in order, whichever finishes first', async () => {
  const first = Promise.withResolvers<Buffer>();
  await using gateway = await listening(({ queueId }) =>
    queueId === 'first' ? first.promise : Promise.resolve(text([{ id: 2 }])),
  );
  const { socket, until } = open(gateway);
  socket.write(get('first') + get('second') + get('third'));
  await gateway.app.inject({ url: '/api/v1/events?queue_id=other', headers: { authorization } });
  first.resolve(text([{ id: 1 }]));
  const received = await until((all) => answersIn(all) === 3 && all.endsWith('}'));
  expect(received.match(/"queue_id":"(\w+)","events":\[{"id":\d/g)).toEqual([
    '"queue_id":"first","events":[{"id":1',
    '"queue_id":"second","events":[{"id":2',
    '"queue_id":"third","events":[{"id":2',
  ]);
  socket.destroy();
});

it('declares the length of a text in bytes, not in characters', async () => {
  const events = [{ id: 1, content: 'größer 😀' }];
  await using gateway = await listening(async () => text(events));
  for (const queueId of ['q', 'ö😀']) {
    const { socket, until } = open(gateway);
    socket.write(get(encodeURIComponent(queueId)));
    const { headers, body } = parse(await until((received) => received.endsWith('}]}')));
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(JSON.parse(Buffer.from(body, 'latin1').toString())).toMatchObject({ queue_id: queueId, events });
    socket.destroy();
  }
});

it.each([
  ['asks to close', { headers: 'connection: close\r\n' }],
  ['speaks HTTP/1.0', { version: '1.0' }],
])('ends the connection of a client that %s', async (_what, how) => {
  await using gateway = await listening(async () => text([]));
  const { socket, closed } = open(gateway);
  socket.write(get('q', how));
  const { headers, body } = parse(await closed);
  expect(headers.connection).toBe('close');
  expect(JSON.parse(body)).toMatchObject({ result: 'success', queue_id: 'q' });
});

it('continues when one of many clients disconnects before its answer', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Buffer>();
  let polls = 0;
  await using gateway = await listening(() => {
    if (++polls === 2) asked.resolve();
    return answer.promise;
  });
  const [gone, here] = [open(gateway), open(gateway)];
  for (const { socket } of [gone, here]) socket.write(get('q'));
  await asked.promise;
  gone.socket.resetAndDestroy();
  await gone.closed;
  answer.resolve(text([{ id: 1 }]));
  expect(parse(await here.until((received) => received.endsWith('}]}'))).status).toBe('HTTP/1.1 200 OK');
  here.socket.destroy();
});
