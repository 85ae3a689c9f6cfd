import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { errors } from '@parley/core';
import { eventually } from '@parley/test-servers';
import { expect, it } from 'vitest';
import type { EventStream, EventTarget, StreamRequest } from '../src/context.ts';
import { closeStreams } from '../src/edge/streams/stream-socket.ts';
import { authorization, startTestGateway, type TestGateway } from './support.ts';

/** Starts a gateway whose event streams the test controls: it writes to them, and sees which were cancelled. */
async function listening(refusal?: Error) {
  const requests: StreamRequest[] = [];
  const targets: EventTarget[] = [];
  const cancelled: StreamRequest[] = [];
  const stream = async (request: StreamRequest): Promise<EventStream> => {
    requests.push(request);
    if (refusal) throw refusal;
    return { pipe: (target) => void targets.push(target), cancel: () => void cancelled.push(request) };
  };
  const gateway = await startTestGateway({ stream });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    gateway,
    requests,
    targets,
    cancelled,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

const portOf = ({ app }: TestGateway) => (app.server.address() as AddressInfo).port;
const urlOf = (gateway: TestGateway, query: string) =>
  `http://127.0.0.1:${portOf(gateway)}/api/v1/events/stream?${query}`;

const events = (id: number, text: string) => ({ lastEventId: id, eventsJson: Buffer.from(text) });

/** Opens a connection, sends a text, and collects everything that is received. */
function open(gateway: TestGateway, text: string) {
  const socket = connect(portOf(gateway), '127.0.0.1').on('error', () => undefined);
  socket.write(text);
  let received = '';
  let look = () => undefined as unknown;
  socket.on('data', (chunk) => {
    received += chunk.toString();
    look();
  });
  const until = (holds: (received: string) => boolean) =>
    new Promise<string>((resolve) => {
      look = () => holds(received) && resolve(received);
      look();
    });
  return {
    socket,
    until,
    get received() {
      return received;
    },
  };
}

const get = (version = '1.1', headers = '') =>
  `GET /api/v1/events/stream?queue_id=q&last_event_id=4 HTTP/${version}\r\nhost: x\r\n` +
  `authorization: ${authorization}\r\n${headers}\r\n`;

it('has headers that keep proxies from buffering it, and one message for each answer', async () => {
  await using server = await listening();
  const response = await fetch(urlOf(server.gateway, 'queue_id=q&last_event_id=4'), {
    headers: { authorization },
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const [target] = server.targets;
  expect(target!.write(events(5, '[{"id":5,"text":"ü"}]'))).toBe(true);
  target!.write(events(7, '[{"id":6},{"id":7}]'));
  target!.end();
  expect(await response.text()).toBe(
    'retry: 500\n\nid: 5\ndata: [{"id":5,"text":"ü"}]\n\nid: 7\ndata: [{"id":6},{"id":7}]\n\n',
  );
  expect(server.requests).toMatchObject([{ queueId: 'q', lastEventId: 4 }]);
});

it('is the same over HTTP/1.0, and behind another response on its connection', async () => {
  await using server = await listening();
  const old = open(server.gateway, get('1.0'));
  await eventually(() => server.targets.length === 1);
  const pipelined = open(server.gateway, get() + get());
  await eventually(() => server.targets.length === 3);
  server.targets.forEach((target, at) => {
    target.write(events(at + 1, `[${at}]`));
    target.end();
  });
  const ofOld = await old.until((received) => received.includes('\n\nid: '));
  expect(ofOld.slice(ofOld.indexOf('\r\n\r\n') + 4)).toBe('retry: 500\n\nid: 1\ndata: [0]\n\n');
  const both = await pipelined.until((received) => received.split('0\r\n\r\n').length === 3);
  const bodies = both.split('HTTP/1.1 200 OK').slice(1);
  expect(bodies.map((body) => /id: \d\ndata: .*\n\n/.exec(body)?.[0])).toEqual([
    'id: 2\ndata: [1]\n\n',
    'id: 3\ndata: [2]\n\n',
  ]);
  for (const { socket } of [old, pipelined]) socket.destroy();
});

it('continues after the ID in Last-Event-ID, which browsers send, instead of the one in the address', async () => {
  await using server = await listening();
  const headers = { authorization, 'last-event-id': '9' };
  const response = await fetch(urlOf(server.gateway, 'queue_id=q&last_event_id=4'), { headers });
  expect(server.requests).toMatchObject([{ lastEventId: 9 }]);
  server.targets[0]!.end();
  await response.text();
  const wrong = await fetch(urlOf(server.gateway, 'queue_id=q'), {
    headers: { authorization, 'last-event-id': 'x' },
  });
  expect(await wrong.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

it('is refused with an error envelope without credentials or without its queue', async () => {
  await using server = await listening(errors.badEventQueueId('q'));
  const refused = await fetch(urlOf(server.gateway, 'queue_id=q'), { headers: { authorization } });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q' });
  const anonymous = await fetch(urlOf(server.gateway, 'queue_id=q'));
  expect(anonymous.status).toBe(401);
});

it('is cancelled when its client disconnects', async () => {
  await using server = await listening();
  const { socket } = open(server.gateway, get());
  await eventually(() => server.targets.length === 1);
  expect(server.cancelled).toEqual([]);
  socket.destroy();
  await eventually(() => server.cancelled.length === 1);
});

it('is cancelled when its client disconnects, over HTTP/1.0', async () => {
  await using server = await listening();
  const { socket } = open(server.gateway, get('1.0'));
  await eventually(() => server.targets.length === 1);
  const { signal } = server.requests[0]!;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await eventually(() => signal.aborted);
});

it('counts against the limit of polls until it has ended, and then closes its connection', async () => {
  await using server = await listening();
  const { admission } = server.gateway;
  const client = open(server.gateway, get());
  await eventually(() => server.targets.length === 1);
  const closed = once(client.socket, 'close');
  expect(await client.until((received) => received.includes('retry'))).toContain('connection: close\r\n');
  // The server ignores a further request on the connection of a stream: the head has announced that the connection closes.
  client.socket.write(get());
  server.targets[0]!.write(events(5, '[5]'));
  await client.until((received) => received.includes('data: [5]'));
  expect(admission.waiting).toBe(1);
  server.targets[0]!.end();
  await closed;
  await eventually(() => admission.waiting === 0);
  expect(server.requests).toHaveLength(1);
  expect(client.received.slice(client.received.indexOf('\r\n\r\n') + 4)).toBe(
    'c\r\nretry: 500\n\n\r\n11\r\nid: 5\ndata: [5]\n\n\r\n0\r\n\r\n',
  );
});

it('is sent as its own response while a part of the next request has been read', async () => {
  await using server = await listening();
  const client = open(server.gateway, get() + get().slice(0, 20));
  await eventually(() => server.targets.length === 1);
  client.socket.write(get().slice(20));
  await eventually(() => server.targets.length === 2);
  for (const target of server.targets) {
    target.write(events(5, '[5]'));
    target.end();
  }
  await client.until((received) => received.split('0\r\n\r\n').length === 3);
  client.socket.destroy();
});

it('is closed with its server', async () => {
  await using server = await listening();
  const client = open(server.gateway, get());
  await eventually(() => server.targets.length === 1);
  const closed = once(client.socket, 'close');
  closeStreams(server.gateway.app.server);
  await closed;
  await eventually(() => server.cancelled.length === 1);
});

it('reports a client that does not read, and buffers at most a limit for this client', async () => {
  await using server = await listening();
  const { socket } = open(server.gateway, get());
  await eventually(() => server.targets.length === 1);
  socket.pause();
  const large = events(5, JSON.stringify(['x'.repeat(100_000)]));
  let written = 0;
  while (server.targets[0]!.write(large)) {
    if (++written > 1_000) throw new Error('it was never reported');
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.targets[0]!.end();
  socket.destroy();
});
