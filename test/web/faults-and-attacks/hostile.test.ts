import { Network, Organization, type Person } from '@parley/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { xssVectors } from '../../../packages/markdown/test/xss-vectors.ts';
import { findBrowser, openBrowser, saySkipped, signIn } from '../browser.ts';
import { dangerous } from '../dangerous.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/hostile.test.ts');

let network: Network;
let browser: Browser;
let alice: Person;
let room: number;

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start();
  ({ alice } = await (await Organization.create(network)).add('alice'));
  await alice.subscribe(['hostile']);
  room = (await alice.api.get('/get_stream_id', { stream: 'hostile' })).stream_id as number;
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
});

it.skipIf(!executable)('hostile messages, topics and names execute no script in the browser', async () => {
  const texts = xssVectors.filter((text) => text.trim() !== '' && !text.includes('\u0000'));
  // Puts 20 injections into each message, so that little scrolling suffices to render all of them.
  for (let at = 0; at < texts.length; at += 20) {
    const content = texts.slice(at, at + 20).join('\n\n');
    await alice.api.post('/messages', { type: 'channel', to: 'hostile', topic: 'vectors', content });
  }
  for (const topic of [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "javascript:alert('1')",
  ]) {
    await alice.send('hostile', 'in a hostile topic', topic);
  }
  const { page, problems } = await signIn(browser, network.gatewayUrl(), alice);
  await page.goto(`${network.gatewayUrl()}/#narrow/channel/${room}-hostile`);
  await page.getByRole('article').first().waitFor();
  for (let step = 0; step < 30; step++) {
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -1_500);
    await page.waitForTimeout(50);
    expect(await dangerous(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
});
