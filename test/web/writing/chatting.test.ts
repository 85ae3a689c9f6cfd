import { Network, Organization, type Person, testPassword } from '@parley/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, openTab, saySkipped, signIn, textsOnView, write } from '../browser.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/chatting.test.ts');

let network: Network;
let browser: Browser;
let alice: Person;
let bob: Person;
let room: number;

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start({ replicas: { 'event-queue': 2 } });
  ({ alice, bob } = await (await Organization.create(network)).add('alice', 'bob'));
  await alice.subscribe(['design'], [alice, bob]);
  room = (await alice.api.get('/get_stream_id', { stream: 'design' })).stream_id as number;
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
});

const topicAddress = (topic: string) =>
  `${network.gatewayUrl()}/#narrow/channel/${room}-design/topic/${topic}`;

describe.skipIf(!executable)('two people in two browsers', () => {
  it('sign in, find their unread messages, reply, and see each other’s messages immediately', async () => {
    await bob.send('design', 'Is the comma too much?', 'logo');
    const first = await signIn(browser, network.gatewayUrl(), alice);
    const second = await signIn(browser, network.gatewayUrl(), bob);

    await first.page.getByRole('main').getByRole('link', { name: /^logo/ }).click();
    await first.page.getByRole('article', { name: /^bob/ }).waitFor();
    expect(await textsOnView(first.page)).toEqual(['Is the comma too much?']);

    await second.page.goto(topicAddress('logo'));
    await second.page.getByRole('article', { name: /^bob/ }).waitFor();
    await write(first.page, 'Not at **all**.');
    await second.page.getByRole('article', { name: /^alice/ }).waitFor();
    expect(await textsOnView(second.page)).toEqual(['Is the comma too much?', 'Not at all.']);
    // Until the event arrives, the sender's page shows the text as it was typed.
    await expect.poll(() => textsOnView(first.page)).toEqual(['Is the comma too much?', 'Not at all.']);

    // Bob reacts, and Alice sees the reaction. She has read everything, so her inbox is empty.
    const message = second.page.getByRole('article', { name: /^alice/ });
    await message.hover();
    await message.getByRole('button', { name: 'React' }).click();
    await second.page.getByRole('textbox', { name: 'Search emoji' }).fill('tada');
    await second.page.getByRole('button', { name: 'tada', exact: true }).click();
    await first.page.getByRole('button', { name: 'bob reacted with tada' }).waitFor();
    await first.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Inbox' }).click();
    await first.page.getByText('You are all caught up').waitFor();

    expect([first.problems, second.problems]).toEqual([[], []]);
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('edit, star and delete a message with the keyboard and the menu', async () => {
    const id = await alice.send('design', 'A typo hree', 'edits');
    const { page, problems } = await signIn(browser, network.gatewayUrl(), alice);
    await page.goto(topicAddress('edits'));
    const article = page.getByRole('article', { name: /^alice/ });
    await article.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Edit message' }).fill('A typo here');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A typo here').waitFor();
    await page.getByRole('button', { name: 'Edited' }).waitFor();

    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Star' }).click();
    await article.getByRole('img', { name: 'Starred' }).waitFor();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No messages yet').waitFor();
    expect(await alice.messages([['id', String(id)]])).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lose no message and see none twice while an event-queue and messaging are stopped', async () => {
    const { page, problems } = await signIn(browser, network.gatewayUrl(), alice);
    await page.goto(topicAddress('storm'));
    await page.getByText('No messages yet').waitFor();
    const [queue] = network.of('event-queue');
    const [messaging] = network.of('messaging');
    await write(page, 'one');
    await network.stopReplica(queue!);
    await write(page, 'two');
    await bob.send('design', 'three', 'storm');
    await network.startReplica(queue!);
    await network.stopReplica(messaging!);
    await write(page, 'four');
    await network.startReplica(messaging!);
    await write(page, 'five');
    await expect.poll(() => textsOnView(page)).toHaveLength(5);
    await expect
      .poll(async () => (await textsOnView(page)).toSorted())
      .toEqual(['five', 'four', 'one', 'three', 'two']);
    const region = page.getByRole('region', { name: 'Messages' });
    await expect.poll(() => region.locator('.is-outgoing').count()).toBe(0);
    const stored = await alice.messages([
      ['channel', 'design'],
      ['topic', 'storm'],
    ]);
    const contents = stored.map(({ content }) => String(content).replaceAll(/<[^>]*>/g, ''));
    expect(contents.toSorted()).toEqual(['five', 'four', 'one', 'three', 'two']);
    await expect.poll(() => textsOnView(page)).toEqual(contents);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the page', () => {
  it('downloads little before messages can be read and written', async () => {
    await bob.send('design', 'Is the comma too much?', 'light');
    const tab = await openTab(browser, network.gatewayUrl());
    const bytes = { script: 0, stylesheet: 0 };
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    page.on('response', async (response) => {
      const type = response.request().resourceType();
      if (type === 'script' || type === 'stylesheet') {
        bytes[type] += Number(response.headers()['content-length'] ?? Number.NaN);
        expect(response.headers()['content-encoding']).toBeDefined();
      }
    });
    await page.goto(network.gatewayUrl());
    await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.goto(topicAddress('light'));
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await page.getByRole('article').first().waitFor();
    expect(bytes.script).toBeGreaterThan(10_000);
    expect(bytes.script).toBeLessThan(140 * 1024);
    expect(bytes.stylesheet).toBeLessThan(30 * 1024);
    await context.close();
    await tab.page.context().close();
  });

  it('cannot be framed, loads nothing from other servers, and stores no message beyond the session', async () => {
    const response = await fetch(network.gatewayUrl());
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const { page } = await signIn(browser, network.gatewayUrl(), alice);
    await page.goto(topicAddress('logo'));
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('unsent secret');
    await page.waitForTimeout(1_000);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await expect.poll(() => page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.context().close();
  });
});
