/// <reference lib="dom" />
import { EventReader, type Person } from '@parley/test-kit';
import { firstId, longChannel } from '../reading/generate.ts';
import { type Figure, maximum } from '../report.ts';
import { median } from '../stats.ts';
import { type Reader, settled, topicHash, topicOf } from './reader.ts';

const switches = 12;
const arrivals = 40;
const scrolled = 10_000;
const scrollLimitMs = 140_000;
/** Distance between the IDs of consecutive messages in the long channel. */
const longStep = 20;

/** Measures switching to topics that were never opened, and back to topics that were. */
export async function measureSwitching(reader: Reader, person: Person): Promise<Figure[]> {
  const channel = firstId + 20;
  const topics = await Promise.all(
    Array.from({ length: switches + 1 }, (_, index) => topicOf(person, channel, `Topic ${index + 1}`)),
  );
  const { page } = await reader.open(topics[0]!.hash);
  const run = async (round: number) => {
    const times: number[] = [];
    // Odd rounds visit the topics in reverse order, so that a round begins where the previous one ended.
    const order = round % 2 === 0 ? topics.slice(1) : topics.slice(0, -1).toReversed();
    for (const { hash, ids } of order) {
      times.push(await page.evaluate(([to, wanted]) => probe.go(to, wanted), [hash, ids] as const));
      await page.waitForTimeout(700);
    }
    return times;
  };
  const fromServer = await run(0);
  const fromMemory = [...(await run(1)), ...(await run(2)), ...(await run(3))];
  await page.context().close();
  const method = (times: readonly number[]) =>
    `${times.length} changes of topic, to the frame with its messages`;
  return [
    maximum({
      name: 'topic → topic, from memory',
      value: median(fromMemory),
      unit: 'ms',
      aim: 50,
      method: method(fromMemory),
    }),
    maximum({
      name: 'topic → topic, from the server',
      value: median(fromServer),
      unit: 'ms',
      aim: 150,
      method: method(fromServer),
    }),
  ];
}

/** Measures scrolling back in a long topic from its newest message, faster than people read. Counts tasks over 50 ms. */
export async function measureScrolling(reader: Reader, newest: number): Promise<Figure[]> {
  const { page } = await reader.open(`${topicHash(longChannel, 'Topic 1')}/near/${newest}`);
  const firstShown = () =>
    page.evaluate(() =>
      Number(document.querySelector<HTMLElement>('article[data-message-id]')?.dataset.messageId),
    );
  await page.mouse.move(600, 400);
  await page.evaluate(() => probe.longTasks.splice(0));
  const start = performance.now();
  const goal = newest - scrolled * longStep;
  let shown = await firstShown();
  while (shown > goal) {
    if (performance.now() - start > scrollLimitMs) {
      throw new Error(`After ${(newest - shown) / longStep} messages the time was over.`);
    }
    for (let step = 0; step < 5; step++) {
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(40);
    }
    shown = await firstShown();
  }
  const seconds = (performance.now() - start) / 1000;
  await settled(page);
  const long = await page.evaluate(() => probe.longTasks.splice(0));
  await page.context().close();
  const method = `${scrolled} messages scrolled back in ${seconds.toFixed(0)} s, pages read meanwhile`;
  return [
    maximum({
      name: 'scrolling 10,000 messages, tasks over 50 ms',
      value: long.length,
      unit: 'tasks',
      aim: 0,
      method,
    }),
    {
      name: 'scrolling 10,000 messages, longest task over 50 ms',
      value: Math.max(0, ...long),
      unit: 'ms',
      method,
    },
  ];
}

/**
 * Measures the time between an event's arrival at a minimal client and the frame in the browser that shows the message. A
 * minimal client is used because browsers do not report the arrival of stream data to pages.
 */
export async function measureArrival(reader: Reader, sender: Person, channelId: number): Promise<Figure[]> {
  await sender.send(channelId, 'The first message', 'arrivals');
  const params = { event_types: JSON.stringify(['message']) };
  await using bare = await EventReader.register(sender.api, params, { streams: true });
  let onMessage: (time: number) => void = () => {};
  bare.onEvent(({ type }) => type === 'message' && onMessage(performance.timeOrigin + performance.now()));
  bare.start();
  const { page } = await reader.open(topicHash(channelId, 'arrivals'));
  const times: number[] = [];
  for (let round = -5; round < arrivals; round++) {
    const text = `Message ${round} has just **arrived**`;
    const received = new Promise<number>((resolve) => {
      onMessage = resolve;
    });
    const shown = page.evaluate((wanted) => probe.shown(wanted), `Message ${round} has just arrived`);
    await sender.send(channelId, text, 'arrivals');
    const time = (await shown) - (await received);
    if (round >= 0) times.push(time);
    await page.waitForTimeout(300);
  }
  await page.context().close();
  const method = `${arrivals} messages into the topic on view, from their arrival at a bare client in another process to the frame`;
  return [
    maximum({ name: 'event on the wire → on screen', value: median(times), unit: 'ms', aim: 30, method }),
  ];
}

/** Measures the heap after many topics were opened. */
export async function measureHeap(reader: Reader, person: Person, count = 100): Promise<Figure[]> {
  const first = await topicOf(person, firstId + 30, 'Topic 1');
  const { page, session } = await reader.open(first.hash);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heap();
  for (let index = 1; index < count; index++) {
    const { hash, ids } = await topicOf(
      person,
      firstId + 30 + Math.floor(index / 10),
      `Topic ${1 + (index % 10)}`,
    );
    await page.evaluate(([to, wanted]) => probe.go(to, wanted), [hash, ids] as const);
  }
  await settled(page);
  const after = await heap();
  await page.context().close();
  const mb = 1_000_000;
  const method = 'after a collection; the whole organization and the topics opened are in it';
  return [
    maximum({ name: `heap after ${count} topics`, value: after / mb, unit: 'MB', aim: 100, method }),
    { name: 'heap after the first topic', value: before / mb, unit: 'MB', method },
  ];
}
