/** Sends messages in the background while a scenario measures something else. */
import type { Person } from '@parley/test-kit';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { Outcomes } from './outcomes.ts';

/** Returns the `Authorization` header of a person. */
export const basic = ({ email, apiKey }: Person): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/**
 * Sends messages at a constant rate until stopped, without waiting for answers. A duration includes the time for which the
 * message waits for a free connection.
 */
export function startSends({ cluster, sender }: Bench, channelId: number, perSecond: number) {
  const pool = new Pool(cluster.url, { connections: 256 });
  const body = new URLSearchParams({
    type: 'channel',
    to: String(channelId),
    topic: 'meanwhile',
    content: 'Still here',
  }).toString();
  let took: number[] = [];
  const outcomes = new Outcomes();
  const pending = new Set<Promise<void>>();
  const send = async () => {
    const due = performance.now();
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/messages',
      headers: { authorization: basic(sender), 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    await outcomes.addAnswer(answer);
    if (answer.statusCode === 200) took.push(performance.now() - due);
  };
  const timer = setInterval(() => {
    const sending = send().catch((error: unknown) => outcomes.addError(error));
    pending.add(sending);
    void sending.then(() => pending.delete(sending));
  }, 1_000 / perSecond);
  return {
    /** Returns the durations of sends since the last call, in milliseconds. */
    take() {
      const taken = took;
      took = [];
      return taken;
    },
    /** Returns the number of messages that were not acknowledged. */
    failures: () => outcomes.failures,
    /** Returns a summary of the answers and errors with their counts. */
    outcomes: () => outcomes.toString(),
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      await pool.close();
    },
  };
}
