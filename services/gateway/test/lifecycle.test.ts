import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { errors, foreignErrorText } from '@parley/core';
import { expect, it } from 'vitest';
import {
  authorization,
  callerId,
  send,
  snapshot,
  startTestGateway,
  state,
  type TestGateway,
  text,
} from './support.ts';

const portOf = ({ app }: TestGateway) => (app.server.address() as AddressInfo).port;

async function listening(options: Parameters<typeof startTestGateway>[0]): Promise<TestGateway> {
  const gateway = await startTestGateway(options);
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  return gateway;
}

/** Sends a request over its own socket, which the test can destroy. */
function request(gateway: TestGateway, method: string, path: string, body = '') {
  const socket = connect(portOf(gateway), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `${method} /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
      `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

it('cancels a long-poll when its client disconnects, and not before', async () => {
  const polled = Promise.withResolvers<AbortSignal>();
  await using gateway = await listening({
    poll: ({ signal }) => {
      polled.resolve(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const socket = request(gateway, 'GET', '/events?queue_id=q');
  const signal = await polled.promise;
  expect(signal.aborted).toBe(false);
  const aborted = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => aborted.resolve());
  socket.destroy();
  await aborted.promise;
});

it('does not report an answered read as cancelled', async () => {
  const signals: AbortSignal[] = [];
  await using gateway = await listening({
    poll: async ({ signal }) => {
      signals.push(signal);
      return text([]);
    },
  });
  const url = `http://127.0.0.1:${portOf(gateway)}/api/v1/events?queue_id=q`;
  for (let i = 0; i < 2; i++) await (await fetch(url, { headers: { authorization } })).json();
  // The connection carried a second request, so the first exchange had ended.
  expect(signals).toHaveLength(2);
  expect(signals[0]!.aborted).toBe(false);
});

it('finishes a send whose client has disconnected', async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<boolean>();
  await using gateway = await listening({
    services: {
      messaging: {
        sendMessage: async (_request, call) => {
          begun.resolve();
          await goOn.promise;
          finished.resolve(call.signal.aborted);
          return { id: 1, automaticNewVisibilityPolicy: undefined, url: '', link: '' };
        },
      },
    },
  });
  const socket = request(gateway, 'POST', '/messages', 'type=direct&to=[1]&content=x');
  await begun.promise;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy();
  await closed;
  goOn.resolve();
  expect(await finished.promise).toBe(false);
});

it('sheds excess requests, with separate limits for polls and other requests', async () => {
  const inside = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await using gateway = await listening({
    config: { load: { maxWorking: 1, maxWaiting: 1, maxSignIns: 10, targetMs: 1_000, maxLagMs: 10_000 } },
    services: {
      userAdmin: {
        getOwnUser: async () => {
          inside.resolve();
          await goOn.promise;
          return { userJson: text({ user_id: 7 }) };
        },
      },
    },
  });
  const first = send(gateway, { method: 'GET', url: '/api/v1/users/me' });
  await inside.promise;
  const shed = await send(gateway, { method: 'GET', url: '/api/v1/users/me' });
  expect(shed.status).toBe(503);
  expect(shed.headers['retry-after']).toBe('1');
  expect(shed.body).toMatchObject({ result: 'error', code: 'UNAVAILABLE' });
  expect(shed.body.msg).toContain(String(shed.headers['x-request-id']));
  expect((await send(gateway, { method: 'GET', url: '/api/v1/events?queue_id=q' })).status).toBe(200);
  goOn.resolve();
  expect((await first).status).toBe(200);
  expect((await send(gateway, { method: 'GET', url: '/api/v1/users/me' })).status).toBe(200);
});

it.each(['gzip', 'identity'])('passes on large answers completely as %s', async (coding) => {
  const messages = Array.from({ length: 5_000 }, (_, id) => ({ id, content: 'ü'.repeat(200) }));
  await using gateway = await listening({
    services: {
      messaging: {
        getMessages: async () => ({
          messagesJson: text(messages),
          foundNewest: true,
          foundOldest: true,
          foundAnchor: true,
          historyLimited: false,
          anchor: 1,
        }),
      },
    },
  });
  const url = `http://127.0.0.1:${portOf(gateway)}/api/v1/messages?anchor=1&num_before=9&num_after=0`;
  const response = await fetch(url, { headers: { authorization, 'accept-encoding': coding } });
  expect(response.headers.get('content-encoding') ?? 'identity').toBe(coding);
  expect(((await response.json()) as { messages: unknown }).messages).toEqual(messages);
  const head = await fetch(url, { method: 'HEAD', headers: { authorization, 'accept-encoding': coding } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it.each(['gzip', 'identity'])(
  'answers a list that fails before its first part with an error, and cuts the connection of one that fails later, as %s',
  async (coding) => {
    let partsBefore = 0;
    await using gateway = await listening({
      services: {
        userAdmin: {
          async *getUsers() {
            for (let i = 0; i < partsBefore; i++) yield { usersJson: text({ user_id: i }) };
            throw errors.badRequest(foreignErrorText('Nothing for you.'));
          },
        },
      },
    });
    const url = `http://127.0.0.1:${portOf(gateway)}/api/v1/users`;
    const headers = { authorization, 'accept-encoding': coding };
    const refused = await fetch(url, { headers });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ msg: 'Nothing for you.' });
    partsBefore = 3;
    await expect(fetch(url, { headers }).then((response) => response.json())).rejects.toThrow();
  },
);

it('retries a send at another replica with the same key, and never retries a creation', async () => {
  const keys: string[] = [];
  let creations = 0;
  await using gateway = await listening({
    services: {
      messaging: {
        sendMessage: async ({ sendKey }) => {
          keys.push(sendKey);
          if (keys.length < 3) throw errors.unavailable();
          return { id: 5, automaticNewVisibilityPolicy: undefined, url: '', link: '' };
        },
      },
      userAdmin: {
        createUser: async () => {
          creations++;
          throw errors.unavailable();
        },
      },
    },
  });
  const form = { type: 'direct', to: '[1]', content: 'x' };
  const sent = await send(gateway, { method: 'POST', url: '/api/v1/messages', form });
  expect(sent.body).toMatchObject({ id: 5 });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const user = { email: 'a', password: 'b', full_name: 'c' };
  expect((await send(gateway, { method: 'POST', url: '/api/v1/users', form: user })).status).toBe(503);
  expect(creations).toBe(1);
});

it('restarts a registration when a new epoch begins, with data read after the new position', async () => {
  const steps: string[] = [];
  await using gateway = await listening({
    services: {
      userAdmin: {
        getInitialState: async () => {
          steps.push('read');
          return { state: { fieldsJson: text({}), snapshot, shared: [], isIncomplete: false }, role: 400 };
        },
      },
      eventQueue: {
        beginQueue: async () => {
          steps.push('begin');
          return { epoch: `e${steps.length}`, startEventId: 0 };
        },
        createQueue: async ({ epoch }) => {
          steps.push(`create ${epoch}`);
          if (epoch === 'e1') throw errors.unavailable();
          return { queueId: 'q', lastEventId: 5, idleTimeoutSeconds: 600 };
        },
      },
    },
  });
  const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
  expect(body).toMatchObject({ queue_id: 'q', last_event_id: 5 });
  expect(steps).toEqual(['begin', 'read', 'create e1', 'begin', 'read', 'create e4']);
});

it('reads messages after channels, so that no event delivers a message of a channel that was left', async () => {
  const steps: string[] = [];
  await using gateway = await listening({
    services: {
      channel: {
        getInitialState: async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          steps.push('channels');
          return { ...state({ subscriptions: [] }), histories: [], channelIds: [7] };
        },
      },
      messaging: {
        getInitialState: async () => {
          steps.push('messages');
          return state({ max_message_id: 42 });
        },
      },
    },
  });
  for (const event_types of ['["message"]', '["message","update_message_flags"]']) {
    const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register', form: { event_types } });
    expect(body).toMatchObject({ result: 'success', max_message_id: 42 });
  }
  expect(steps).toEqual(['channels', 'messages', 'channels', 'messages']);
});

it('begins a queue at the gateway’s position in the log, and asks event-queue after another epoch has begun', async () => {
  const steps: string[] = [];
  await using gateway = await listening({
    logPosition: () => ({ epoch: 'e1', startEventId: 512 }),
    services: {
      eventQueue: {
        beginQueue: async () => {
          steps.push('begin');
          return { epoch: 'e2', startEventId: 0 };
        },
        createQueue: async ({ epoch, startEventId }) => {
          steps.push(`create ${epoch} ${startEventId}`);
          if (steps.length === 2) throw errors.unavailable();
          return { queueId: 'q', lastEventId: startEventId, idleTimeoutSeconds: 600 };
        },
      },
    },
  });
  const register = () => send(gateway, { method: 'POST', url: '/api/v1/register' });
  expect((await register()).body).toMatchObject({ queue_id: 'q', last_event_id: 512 });
  expect((await register()).body).toMatchObject({ queue_id: 'q', last_event_id: 0 });
  expect(steps).toEqual(['create e1 512', 'create e1 512', 'begin', 'create e2 0']);
});

it('asks for what a registration without lists needs only after an event has changed it', async () => {
  const asked: string[] = [];
  let notifyAnnounces = false;
  await using gateway = await listening({
    logPosition: () => ({ epoch: 'e1', startEventId: 512 }),
    services: {
      userAdmin: {
        getInitialState: async () => {
          asked.push('user-admin');
          return { ...state({ receives_typing_notifications: true }), role: 400 };
        },
      },
      channel: {
        getInitialState: async () => {
          asked.push('channel');
          return { ...state({}), histories: [], channelIds: [7] };
        },
      },
      notify: {
        getInitialState: async () => {
          asked.push('notify');
          return { ...state({ devices: { 5: {} } }), announcesDevices: notifyAnnounces };
        },
      },
      eventQueue: {
        createQueue: async ({ channelIds, role, snapshots }) => {
          asked.push(`queue of ${channelIds} ${role} ${snapshots.length}`);
          return { queueId: 'q', lastEventId: 512, idleTimeoutSeconds: 600 };
        },
      },
    },
  });
  const register = async (more: Record<string, string> = {}) => {
    asked.length = 0;
    const form = {
      event_types: '["message"]',
      fetch_event_types: '[]',
      client_capabilities: '{"notification_settings_null":true}',
      ...more,
    };
    const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register', form });
    expect(body).toMatchObject({ result: 'success', queue_id: 'q', devices: { 5: {} } });
    return [...asked].sort();
  };
  const queue = 'queue of 7 400 2';
  const { standing } = gateway.ctx;
  expect(await register()).toEqual(['channel', 'notify', queue, 'user-admin']);
  // The notify of the previous release does not announce changes of devices.
  expect(await register()).toEqual(['notify', queue]);
  notifyAnnounces = true;
  expect(await register()).toEqual(['notify', queue]);
  expect(await register()).toEqual([queue]);
  standing.phones.drop(callerId);
  expect(await register()).toEqual(['notify', queue]);
  standing.channels.drop(callerId);
  expect(await register()).toEqual(['channel', queue]);
  standing.people.drop(callerId);
  expect(await register()).toEqual([queue, 'user-admin']);
  // What is kept lacks data that was requested, and settings of the person that only older clients need.
  expect(await register({ fetch_event_types: '["realm"]' })).toContain('user-admin');
  expect(await register({ fetch_event_types: '["update_display_settings"]' })).toContain('user-admin');
  expect(await register({ client_capabilities: '{}' })).toEqual([queue, 'user-admin']);
  expect(await register({ fetch_event_types: '["user_topic"]' })).toEqual(['channel', queue]);
  expect(await register({ event_types: '["message","device"]' })).toEqual(['queue of 7 400 3']);
  expect(await register()).toEqual([queue]);
});

it('answers a request whose body does not arrive, and closes its connection', async () => {
  await using gateway = await listening({ config: { bodyTimeoutMs: 100 } });
  const socket = connect(portOf(gateway), '127.0.0.1');
  socket.write(
    `POST /api/v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: 100\r\n\r\ntype=`,
  );
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += part;
  expect(answer).toContain('HTTP/1.1 408');
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
    result: 'error',
    msg: 'The request took too long to arrive',
  });
});
