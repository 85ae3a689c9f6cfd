import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { errors } from '@parley/core';
import { expect, it } from 'vitest';
import { authorization, startTestGateway, text } from './support.ts';

it('sheds requests early, on the same connection, and passes on requests that it does not apply to', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let questions = 0;
  await using gateway = await startTestGateway({
    config: { load: { maxWorking: 1, maxWaiting: 1, maxSignIns: 10, targetMs: 150, maxLagMs: 60_000 } },
    services: {
      userAdmin: {
        getOwnUser: async () => {
          questions++;
          asked.resolve();
          await answer.promise;
          return { userJson: text({ user_id: 7 }) };
        },
      },
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = gateway.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const announcing = new Agent({ keepAlive: true });

  type Answer = { status: number; headers: IncomingMessage['headers']; body: string; socket: Socket };
  const ask = (path: string, method: string, over?: Agent, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(
        { port, path, method, ...(over && { agent: over }), headers: { authorization } },
        async (response) => {
          const { statusCode = 0, headers, socket } = response;
          let text = '';
          for await (const part of response.setEncoding('utf8')) text += part;
          resolve({ status: statusCode, headers, body: text, socket });
        },
      );
      sent.once('error', reject).end(body);
    });

  /** Sends only the head of a request. Returns the status and the header `Connection` of the refusal. */
  const connectionAfter = (headers: Record<string, string | number>) =>
    new Promise((resolve, reject) => {
      const path = '/api/v1/messages';
      const sent = request({ port, path, method: 'POST', agent: announcing, headers }, (response) => {
        resolve({ status: response.statusCode, connection: response.headers.connection });
        sent.destroy();
      });
      sent.once('error', reject).flushHeaders();
    });

  try {
    const first = ask('/api/v1/users/me', 'GET');
    await asked.promise;
    // The request is refused before its credentials and its malformed body are examined.
    const refused = await ask('/api/v1/messages', 'POST', agent, 'type=%ff');
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json' });
    const { result, code, msg } = JSON.parse(refused.body);
    expect({ result, code }).toEqual({ result: 'error', code: 'UNAVAILABLE' });
    expect(msg).toContain(refused.headers['x-request-id']);
    expect(questions).toBe(1);

    // Node reads the body of a refused request to its end. When this body may be longer than any accepted one, the connection
    // closes instead.
    const long = gateway.ctx.config.maxBodyBytes;
    for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': long + 1 }]) {
      expect(await connectionAfter(headers)).toEqual({ status: 503, connection: 'close' });
    }
    expect(await connectionAfter({ 'content-length': long })).toEqual({
      status: 503,
      connection: 'keep-alive',
    });

    // Polls, CORS preflights and pages do not count as ordinary requests, so they are served.
    expect((await ask('/api/v1/messages', 'OPTIONS', agent)).status).toBe(204);
    expect((await ask('/api/v1/events?queue_id=q&last_event_id=1', 'GET', agent)).status).toBe(200);
    expect((await ask('/api/docs', 'GET', agent)).status).toBe(200);

    answer.resolve();
    expect((await first).status).toBe(200);
    const later = await ask('/api/v1/users/me', 'GET', agent);
    expect(later.status).toBe(200);
    expect(later.socket).toBe(refused.socket);
  } finally {
    answer.resolve();
    agent.destroy();
    announcing.destroy();
  }
});

it('tells excess registrations to retry before it authenticates them', async () => {
  const answer = Promise.withResolvers<void>();
  let lookups = 0;
  await using gateway = await startTestGateway({
    config: { registrations: { maxConcurrent: 1, maxWaitMs: 0 } },
    services: {
      userAdmin: {
        verifyApiKey: async () => {
          lookups++;
          await answer.promise;
          throw errors.unauthorized();
        },
      },
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = gateway.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  type Answer = { status: number; retryAfter: number };
  const register = (key: string) =>
    new Promise<Answer>((resolve, reject) => {
      const credentials = `Basic ${Buffer.from(`someone@example.com:${key}`).toString('base64')}`;
      const headers = { authorization: credentials };
      const sent = request({ port, path: '/api/v1/register', method: 'POST', agent, headers }, (response) => {
        json(response).then((body) => {
          // The body has the exact time, which the header gives in whole seconds.
          const { 'retry-after': retryAfter } = body as { 'retry-after': number };
          resolve({ status: response.statusCode!, retryAfter });
        }, reject);
      });
      sent.once('error', reject).end();
    });
  try {
    // Two registrations are admitted: one runs, and one may always wait, whatever `maxWaitMs` is. Connections may open in any order,
    // so they can be any two of the fifty.
    const refused: Answer[] = [];
    const othersAnswered = Promise.withResolvers<void>();
    const answers = Array.from({ length: 50 }, async (_, each) => {
      const received = await register(String(each));
      if (refused.length < 48) refused.push(received);
      if (refused.length === 48) othersAnswered.resolve();
      return received;
    });
    await othersAnswered.promise;
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    // Refused registrations are told different times at which to retry.
    expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(2);
    expect(lookups).toBeLessThanOrEqual(2);
    answer.resolve();
    const admitted = (await Promise.all(answers)).filter((each) => !refused.includes(each));
    expect(admitted.map(({ status }) => status)).toEqual([401, 401]);
    // Registrations that failed no longer occupy a place.
    expect((await register('later')).status).toBe(401);
  } finally {
    answer.resolve();
    agent.destroy();
  }
});
