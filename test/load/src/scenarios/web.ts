import { findBrowser, openBrowser } from '@parley/test-kit/browser';
import type { Scenario } from '../bench.ts';
import { firstId, generateMessages, longChannel, type Size } from '../reading/generate.ts';
import { generateOrganization } from '../reading/organization.ts';
import { addReaders } from '../reading/readers.ts';
import type { Figure } from '../report.ts';
import { measureLoading } from '../web/loading.ts';
import { Reader, topicHash, topicOf } from '../web/reader.ts';
import { measureArrival, measureHeap, measureScrolling, measureSwitching } from '../web/reading.ts';
import { measureSettings } from '../web/settings.ts';
import { measureFilter, measureTyping } from '../web/typing.ts';

/** Slightly more than 1,000 channels. With this number, each channel has messages in 19 topics. */
const size: Size = { messages: 240_000, people: 10_000, channels: 1_003, topics: 5_000 };

/** Parts to run, from the environment variable `BENCH_WEB`, for example `typing,heap`. Default: all parts. */
const wanted = process.env.BENCH_WEB?.split(',');

/** Time limit of a part in seconds. Afterwards the next part runs. */
const limitSeconds = 150;

/** Runs a part. If it fails or exceeds the time limit, returns a figure that misses its target. */
async function withLimit(name: string, run: () => Promise<Figure[]>): Promise<Figure[]> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`took more than ${limitSeconds} s`)), limitSeconds * 1000);
  try {
    return await Promise.race([run(), isLate]);
  } catch (error) {
    const method = error instanceof Error ? error.message : String(error);
    return [{ name: `${name}: not measured`, value: 1, unit: '', aim: 'measured', met: false, method }];
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Measures the web client in Chromium with a processor slowed down by a factor of four. The organization has 10,000 people, and
 * the reader is subscribed to 1,000 channels.
 */
export const web: Scenario = async (bench) => {
  const executable = findBrowser();
  if (!executable) throw new Error('There is no Chromium: install it (Debian: apt-get install chromium).');
  const { cluster, organization, sender } = bench;
  await sender.subscribe(['arrivals']);
  const readers = await addReaders(organization);
  const person = readers.everything;
  await sender.subscribe(['arrivals'], [person]);
  const { stream_id: arrivals } = await sender.api.get('/get_stream_id', { stream: 'arrivals' });
  const browser = await openBrowser(executable);
  const figures: Figure[] = [];
  const measure = async (name: string, run: () => Promise<Figure[]>) => {
    if (wanted && !wanted.includes(name)) return;
    bench.say(`Measuring web: ${name}`);
    const began = performance.now();
    const measured = await withLimit(name, run);
    // Stops an aborted part, so that it does not disturb the next ones.
    for (const context of browser.contexts()) await context.close();
    for (const { name: what, value, unit } of measured) bench.say(`${what}: ${value.toFixed(1)} ${unit}`);
    bench.say(`${name} took ${((performance.now() - began) / 1000).toFixed(0)} s`);
    figures.push(...measured);
  };
  try {
    await sender.send(arrivals as number, 'Hello', 'small');
    await measure('small', async () => {
      const reader = await Reader.signIn(browser, cluster.url, person);
      const { hash } = await topicOf(person, arrivals as number, 'small');
      return measureLoading(reader, hash, 'small organization');
    });
    bench.say(`Generating ${size.people} people, ${size.channels} channels, ${size.messages} messages`);
    await generateOrganization(cluster.databaseUrl, size, readers);
    await generateMessages(cluster.databaseUrl, size, readers);
    const reader = await Reader.signIn(browser, cluster.url, person);
    const { hash } = await topicOf(person, firstId + 10, 'Topic 1');
    await measure('loading', () => measureLoading(reader, hash, '10,000 people'));
    await measure('typing', () => measureTyping(reader, hash));
    await measure('filter', () => measureFilter(reader, hash));
    await measure('switching', () => measureSwitching(reader, person));
    await measure('arrival', () => measureArrival(reader, sender, arrivals as number));
    await measure('heap', () => measureHeap(reader, person));
    await measure('settings', async () => {
      const { owner } = organization;
      await owner.subscribe(['arrivals']);
      const away = topicHash(arrivals as number, 'small');
      return measureSettings(owner, await Reader.signIn(browser, cluster.url, owner), away);
    });
    const [newest] = await person.messages([{ operator: 'channel', operand: longChannel }], {
      num_before: 1,
    });
    await measure('scrolling', () => measureScrolling(reader, newest!.id as number));
  } finally {
    await browser.close();
  }
  return figures;
};
