/// <reference lib="dom" />
import type { CDPSession } from 'playwright-core';
import { type Figure, maximum } from '../report.ts';
import { median, percentile } from '../stats.ts';
import type { Reader, ReaderPage } from './reader.ts';

const rounds = 3;
/** Text with words, a mention, a channel and an emoji. Typing each of the last three shows suggestions. */
const text =
  'Has anybody looked at the numbers of yesterday? @Person 42 said that they are in #load 10 now, which looks fine to me :tad';
const delayMs = 60;

/**
 * Measures the time between a key press and the frame with the character, in comparison with a plain text field in the same
 * browser.
 */
export async function measureTyping(reader: Reader, hash: string): Promise<Figure[]> {
  const client = await reader.open(hash);
  const bare = await reader.openPage(await reader.openProfile());
  await bare.page.route('**/bare', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><textarea aria-label="Message"></textarea>',
    }),
  );
  await bare.page.goto(`${reader.url}/bare`);
  await bare.page.evaluate(() => {
    probe.hasNoMessages = true;
  });
  const times: { client: number[]; bare: number[] } = { client: [], bare: [] };
  /** CPU time of the pages' main threads per key press, in milliseconds. */
  const threads: { client: number[]; bare: number[] } = { client: [], bare: [] };
  for (let round = -1; round < rounds; round++) {
    const ours = await type(client);
    const theirs = await type(bare);
    if (round < 0) continue;
    times.client.push(...ours.times);
    times.bare.push(...theirs.times);
    threads.client.push(ours.threadMs);
    threads.bare.push(theirs.threadMs);
  }
  await client.page.context().close();
  await bare.page.context().close();
  const method = `${times.client.length} keys, ${delayMs} ms apart, in turns with a bare text field; words, and completion of people, channels and emoji`;
  const p95 = { client: percentile(times.client, 0.95), bare: percentile(times.bare, 0.95) };
  return [
    maximum({
      name: 'key → character, p95 above a bare text field',
      value: p95.client - p95.bare,
      unit: 'ms',
      aim: 8,
      method,
    }),
    { name: 'key → character, p95', value: p95.client, unit: 'ms', limit: p95.bare, method },
    {
      name: 'key → character, p50',
      value: median(times.client),
      unit: 'ms',
      limit: median(times.bare),
      method,
    },
    {
      name: 'key → character, main thread',
      value: median(threads.client),
      unit: 'ms',
      limit: median(threads.bare),
      method:
        'processor time of the main thread for each key, which other work on the machine hardly changes',
    },
  ];
}

/** Returns the CPU time that a page's main thread has used so far, in milliseconds. */
async function threadMsOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

/**
 * Types the text into the page's message field. Returns the milliseconds of each key press, and the main thread's average CPU
 * time per key press.
 */
async function type({ page, session }: ReaderPage): Promise<{ times: number[]; threadMs: number }> {
  await page.bringToFront();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill('');
  await page.waitForTimeout(300);
  await page.evaluate(() => probe.keys.splice(0));
  const before = await threadMsOf(session);
  await field.pressSequentially(text, { delay: delayMs });
  await page.waitForTimeout(300);
  const threadMs = ((await threadMsOf(session)) - before) / text.length;
  const times = await page.evaluate(() => probe.keys.splice(0));
  if ((await field.inputValue()) !== text) throw new Error('The field has another text than was typed.');
  await field.fill('');
  return { times, threadMs };
}

/** Measures the time between a key press in the sidebar's filter and the frame with the matching channels. */
export async function measureFilter(reader: Reader, hash: string): Promise<Figure[]> {
  const { page } = await reader.open(hash);
  const field = page.locator('#sidebar-filter');
  const keys: number[] = [];
  for (let round = -1; round < rounds; round++) {
    await page.evaluate(() => probe.keys.splice(0));
    await field.focus();
    for (const key of [...'load 75', ...Array.from({ length: 7 }, () => 'Backspace')]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    if (round >= 0) keys.push(...(await page.evaluate(() => probe.keys.splice(0))));
  }
  await page.context().close();
  const method = `${keys.length} keys, typed and deleted, to the frame with the list`;
  return [
    maximum({
      name: 'sidebar filter, 1,000 channels, p50',
      value: median(keys),
      unit: 'ms',
      aim: 50,
      method,
    }),
    { name: 'sidebar filter, 1,000 channels, p95', value: percentile(keys, 0.95), unit: 'ms', method },
  ];
}
