import { eventually } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { clientEvent } from './events.ts';
import { type Replica, startEnv } from './support.ts';

/** Returns the value of a metric from `/metrics`. */
async function metric({ service }: Replica, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${service.opsPort}/metrics`);
  const line = new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text());
  return Number(line?.[1]);
}

const agoUs = (seconds: number) => (Date.now() - seconds * 1000) * 1000;

it('reports the age of the oldest event in its window, which shrinks when the window is full', async () => {
  await using env = await startEnv();
  const replica = await env.startReplica({
    PARLEY_EVENT_QUEUE_WINDOW_BYTES: '65536',
    PARLEY_EVENT_QUEUE_IDLE_DEFAULT_SECONDS: '900',
  });
  const age = () => metric(replica, 'parley_event_queue_window_age_seconds');
  expect(await age()).toBe(0);
  await env.log.publish({ event: clientEvent({ userIds: [1] }, 0), committedAtUs: agoUs(1_000) });
  await env.log.publish({ event: clientEvent({ userIds: [1] }, 1), committedAtUs: agoUs(500) });
  await replica.caughtUp();
  expect(await age()).toBeGreaterThanOrEqual(1_000);
  expect(await age()).toBeLessThan(1_100);
  const events = Array.from({ length: 200 }, (_, at) => clientEvent({ userIds: [1] }, at));
  await env.log.publish(...events.map((event) => ({ event, committedAtUs: agoUs(100) })));
  await replica.caughtUp();
  expect(await age()).toBeGreaterThanOrEqual(100);
  expect(await age()).toBeLessThan(200);
  // These values fulfil the condition of the alert: the window is full, and it covers less time than queues may be idle.
  const bytes = await metric(replica, 'parley_event_queue_window_bytes');
  const most = await metric(replica, 'parley_event_queue_window_max_bytes');
  expect(most).toBe(65_536);
  expect(bytes / most).toBeGreaterThan(0.9);
  expect(await metric(replica, 'parley_event_queue_idle_timeout_seconds')).toBe(900);
});

it('a replica is not behind after it merged all events, however old they are', async () => {
  await using env = await startEnv();
  await env.log.publish({ event: clientEvent({ userIds: [1] }, 0), committedAtUs: agoUs(3_600) });
  const replica = await env.startReplica();
  await replica.caughtUp();
  await eventually(async () => (await metric(replica, 'parley_event_queue_behind_seconds')) === 0);
});

it('measures how long after its commit an event is delivered, but not for events from before the replica started', async () => {
  await using env = await startEnv();
  await env.log.publish({ event: clientEvent({ userIds: [1] }, 0), committedAtUs: agoUs(3_600) });
  const replica = await env.startReplica();
  await replica.caughtUp();
  await eventually(async () => (await metric(replica, 'parley_event_queue_behind_seconds')) === 0);
  await env.log.publish({ event: clientEvent({ userIds: [1] }, 1), committedAtUs: agoUs(5) });
  await replica.caughtUp();
  expect(await metric(replica, 'parley_event_queue_delivery_seconds_count')).toBe(1);
  const seconds = await metric(replica, 'parley_event_queue_delivery_seconds_sum');
  expect(seconds).toBeGreaterThanOrEqual(5);
  expect(seconds).toBeLessThan(100);
});
