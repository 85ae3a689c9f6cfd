import type { Scenario } from '../bench.ts';
import { median, repeat } from '../stats.ts';

const crowd = 10_000;
const listeners = 20;
const aimMs = 2_000;

/**
 * Measures a single call that subscribes ten thousand users to a channel, until all users with an event queue have received the
 * event.
 */
export const crowdJoins: Scenario = async (bench) => {
  const people = await bench.people(listeners);
  const accounts = await bench.accounts(crowd - listeners);
  const principals = [...people.map(({ userId }) => userId), ...accounts];
  const calls: number[] = [];
  const cold: number[] = [];
  const received: number[] = [];
  await repeat(bench.rounds, async (round) => {
    const queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['subscription'], fetch_event_types: [] })),
    );
    for (const queue of queues) queue.start();
    const started = performance.now();
    await bench.sender.api.post('/users/me/subscriptions', {
      subscriptions: [{ name: `crowd ${round} ${Date.now()}` }],
      principals,
    });
    const answered = performance.now() - started;
    await Promise.all(
      queues.map((queue) => queue.waitFor((events) => events.some(({ op }) => op === 'add'))),
    );
    if (round < 0) cold.push(answered);
    else {
      calls.push(answered);
      received.push(performance.now() - started);
    }
    await Promise.all(queues.map((queue) => queue.stop()));
  });
  const method = `one call over HTTP with ${crowd} principals, a new channel each time, median of ${bench.rounds} rounds`;
  return [
    {
      name: '10,000 people subscribed in one call',
      value: median(calls),
      unit: 'ms',
      aim: `≤ ${aimMs} ms`,
      met: median(calls) <= aimMs,
      method,
    },
    {
      name: 'the first such call, which looks up all users',
      value: cold[0]!,
      unit: 'ms',
      aim: `≤ ${aimMs} ms`,
      met: cold[0]! <= aimMs,
      method: 'the warm-up: no service has these people in its memory yet',
    },
    {
      name: 'until the live queues of those people received the event',
      value: median(received),
      unit: 'ms',
      method: `${method}; ${listeners} long-polls`,
    },
  ];
};
