import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from '@parley/core';
import { expect, it } from 'vitest';
import { authorization, startTestGateway, text } from './support.ts';

/** What the service behind can carry: so many at once, each so long. */
const workers = 2;
const workMs = 20;
const capacity = (workers * 1_000) / workMs;
const tickMs = 20;

type Answer = { status: number; retryAfter: unknown; tookMs: number };

it('sheds what is over at twice the load, answers the rest in time, and is normal again at once', async () => {
  const free = Array<number>(workers).fill(0);
  await using gateway = await startTestGateway({
    config: { load: { maxWorking: 50, maxWaiting: 10, targetMs: 150, maxLagMs: 5_000 } },
    services: {
      userAdmin: {
        getOwnUser: async () => {
          const worker = free.indexOf(Math.min(...free));
          const until = Math.max(Date.now(), free[worker]!) + workMs;
          free[worker] = until;
          await sleep(until - Date.now());
          return { userJson: text({ user_id: 7 }) };
        },
      },
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}/api/v1/users/me`;
  const agent = new Agent({ keepAlive: true });

  function one(): Promise<Answer> {
    const begun = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    get(url, { agent, headers: { authorization } }, (response) => {
      const { statusCode = 0, headers } = response;
      response.resume().once('end', () => {
        resolve({
          status: statusCode,
          retryAfter: headers['retry-after'],
          tookMs: performance.now() - begun,
        });
      });
    }).once('error', reject);
    return promise;
  }

  /**
   * Requests at a rate, whether or not they are answered; the first third warms up. What a pause of this process
   * kept from being sent is not made up for: that would be a burst.
   */
  async function offer(perSecond: number, seconds: number): Promise<Answer[]> {
    const answers: Promise<Answer>[] = [];
    const begun = Date.now();
    while (Date.now() - begun < seconds * 1_000) {
      for (let due = 0; due < (perSecond * tickMs) / 1_000; due++) answers.push(one());
      await sleep(tickMs);
    }
    return (await Promise.all(answers)).slice(answers.length / 3);
  }

  try {
    const overloaded = await offer(2 * capacity, 3);
    const accepted = overloaded.filter(({ status }) => status === 200);
    const shed = overloaded.filter(({ status }) => status === 503);
    expect(accepted.length + shed.length).toBe(overloaded.length);
    expect(accepted.length).toBeGreaterThan(0);
    expect(shed.length).toBeGreaterThan(0);
    expect(new Set(shed.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
    const times = accepted.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(1_000);

    const afterwards = await offer(capacity / 2, 1.5);
    expect(afterwards.every(({ status }) => status === 200)).toBe(true);
  } finally {
    agent.destroy();
  }
});
