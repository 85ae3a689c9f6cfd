/// <reference lib="dom" />
import { type Figure, maximum } from '../report.ts';
import { median } from '../stats.ts';
import type { Reader } from './reader.ts';

const rounds = 7;

/**
 * Measures the time between entering an address and readable messages. One measurement uses a new browser profile. The other
 * one uses a profile that has opened the address before, so that the service worker has stored the files.
 */
export async function measureLoading(reader: Reader, hash: string, where: string): Promise<Figure[]> {
  const first: number[] = [];
  const next: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const context = await reader.openProfile();
    for (const times of [first, next]) {
      const { page } = await reader.openPage(context);
      await page.goto(`${reader.url}/${hash}`);
      await page.waitForFunction(() => probe.readableAt !== undefined);
      const time = await page.evaluate(() => probe.readableAt!);
      if (round >= 0) times.push(time);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.waitForTimeout(1_000);
      await page.close();
    }
    await context.close();
  }
  const method = `${rounds} navigations to a topic, signed in, from the start of the navigation to the frame with the first message`;
  return [
    maximum({
      name: `${where}: address → messages, first load`,
      value: median(first),
      unit: 'ms',
      aim: 1_500,
      method,
    }),
    maximum({
      name: `${where}: address → messages, next load`,
      value: median(next),
      unit: 'ms',
      aim: 800,
      method,
    }),
  ];
}
