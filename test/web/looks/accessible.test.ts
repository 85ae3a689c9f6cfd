import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Network, Organization, type Person } from '@parley/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, openTab, saySkipped, signIn } from '../browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/accessible.test.ts');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let network: Network;
let browser: Browser;
let alice: Person;
let bob: Person;
let room: number;

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start();
  ({ alice, bob } = await (await Organization.create(network)).add('alice', 'bob'));
  await alice.subscribe(['design'], [alice, bob]);
  room = (await alice.api.get('/get_stream_id', { stream: 'design' })).stream_id as number;
  await bob.send('design', 'Hello @**alice**, see `code`:\n\n```python\nprint("x")\n```\n\n> quote', 'logo');
  await bob.send('design', '```spoiler Hidden\nsecret\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'logo');
  await bob.send('design', '/poll Which?\none\ntwo', 'logo');
  await bob.sendDirect([alice], 'A direct message');
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
});

/** Returns the violations that the accessibility checker axe finds on the current page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })',
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

// Checks only a few screens. accessible.web.ts checks all screens, menus and dialogs.
describe.skipIf(!executable).each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it('the sign-in, the inbox and a topic violate no accessibility rule of axe', async () => {
    const out = await openTab(browser, network.gatewayUrl(), { colorScheme, bypassCSP: true });
    await out.page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await findings(out.page)).toEqual([]);
    await out.page.context().close();
    const { page } = await signIn(browser, network.gatewayUrl(), alice, { colorScheme, bypassCSP: true });
    expect(await findings(page)).toEqual([]);
    await page.goto(`${network.gatewayUrl()}/#narrow/channel/${room}-design/topic/logo`);
    await page.getByRole('article').nth(2).waitFor();
    await page.getByRole('button', { name: /for one/ }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});
