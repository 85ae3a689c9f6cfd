import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from '@parley/core';
import { expect, it } from 'vitest';
import { authorization, startTestGateway, text } from './support.ts';

/**
 * Capacity of the fake service: the number of requests that it handles concurrently, and the time for each in milliseconds.
 * Further requests wait in its queue.
 */
const workers = 2;
const workMs = 20;
const maxWorking = 50;
/**
 * Number of clients, more than the requests that the gateway admits concurrently. Each client sends one request after the
 * other.
 */
const clients = 120;

type Answer = { status: number; retryAfter: unknown; tookMs: number };

// This test does not measure durations. `npm run bench -- overload` measures on an idle machine that 990 of 1,000 requests are
// answered within a second, and that normal operation resumes within ten seconds. latency-limit.test.ts shows the same with a
// simulated clock.
it('sheds excess requests, lets no queue grow, and recovers immediately', async () => {
  const free = Array<number>(workers).fill(0);
  let inside = 0;
  let most = 0;
  // The service answers nothing before the gateway has refused a request. So the overload occurs even if the clients connect
  // slowly.
  const refusal = Promise.withResolvers<void>();
  await using gateway = await startTestGateway({
    config: { load: { maxWorking, maxWaiting: 10, maxSignIns: 10, targetMs: 150, maxLagMs: 60_000 } },
    services: {
      userAdmin: {
        getOwnUser: async () => {
          most = Math.max(most, ++inside);
          await refusal.promise;
          const worker = free.indexOf(Math.min(...free));
          const until = Math.max(Date.now(), free[worker]!) + workMs;
          free[worker] = until;
          await sleep(until - Date.now());
          inside--;
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
        const tookMs = performance.now() - begun;
        resolve({ status: statusCode, retryAfter: headers['retry-after'], tookMs });
      });
    }).once('error', reject);
    return promise;
  }

  /** Runs `count` clients until each has received status 200 `times` times. A client whose request was refused retries. */
  async function ask(count: number, times: number): Promise<Answer[]> {
    const answers: Answer[] = [];
    const client = async () => {
      for (let served = 0; served < times; ) {
        const answer = await one();
        answers.push(answer);
        if (answer.status === 200) served++;
        else {
          refusal.resolve();
          await sleep(100);
        }
      }
    };
    await Promise.all(Array.from({ length: count }, client));
    return answers;
  }

  try {
    const overloaded = await ask(clients, 1);
    const accepted = overloaded.filter(({ status }) => status === 200);
    const shed = overloaded.filter(({ status }) => status === 503);
    expect(accepted.length + shed.length).toBe(overloaded.length);
    expect(shed.length).toBeGreaterThan(0);
    expect(new Set(shed.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
    // Two workers handle 50 admitted requests of 20 ms each in half a second. No more work waits behind the gateway.
    expect(most).toBeLessThanOrEqual(maxWorking);

    const afterwards = await ask(workers, 10);
    expect(afterwards.every(({ status }) => status === 200)).toBe(true);
  } finally {
    agent.destroy();
  }
});
