import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Tests the inbox, the recent conversations and the list of a channel's topics.

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/inbox.web.ts');

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { alice, bob } = team;
  await alice.subscribe(['announcements'], [alice, bob]);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const labels = (page: Page) => page.locator('.inbox-label').allInnerTexts();
const sections = (page: Page) => page.locator('.inbox-section-head h2').allInnerTexts();
const rowOf = (page: Page, text: string) => page.locator('.inbox-row', { hasText: text });

async function sendAll(): Promise<void> {
  const { bob, alice } = team;
  await bob.send('announcements', 'first', 'older');
  await bob.send('design', 'one', 'colours');
  await bob.send('design', 'two', 'shapes');
  await bob.send('design', 'look, @**alice**', 'asked');
  await bob.sendDirect([alice], 'between us :tada:');
}

describe.skipIf(!executable)('the inbox', () => {
  it('begins with what concerns the person, and then has the newest first', async () => {
    await sendAll();
    const { page, problems } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'colours', 'older']);
    expect(await sections(page)).toEqual(['Mentions and direct messages', 'Channels']);
    // Previews are as people read them.
    await expect
      .poll(() => rowOf(page, 'bob').locator('.inbox-preview').first().innerText(), soon)
      .toBe('between us 🎉');
    await expect.poll(() => rowOf(page, 'shapes').locator('.channel-label').innerText()).toContain('design');
    // A row is 44 px high.
    const { height } = (await rowOf(page, 'colours').boundingBox())!;
    expect(Math.round(height)).toBe(44);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows only mentions, or only followed topics', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    const choices = page.getByRole('group', { name: 'Conversations to show' });
    await choices.getByRole('button', { name: 'Mentions' }).click();
    await expect.poll(() => labels(page), soon).toEqual(['asked']);
    await choices.getByRole('button', { name: 'Followed' }).click();
    // People follow topics in which they are mentioned.
    await expect.poll(() => labels(page), soon).toEqual(['asked']);
    await team.alice.api.post('/user_topics', {
      stream_id: team.design,
      topic: 'shapes',
      visibility_policy: 3,
    });
    await expect.poll(() => labels(page), soon).toEqual(['asked', 'shapes']);
    await page.context().close();
  });

  it('collapses channels and sections, also after a reload', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    await rowOf(page, 'shapes').hover();
    await page.getByRole('button', { name: 'Collapse design' }).click();
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'design', 'older']);
    await expect
      .poll(() => rowOf(page, '2 topics').locator('.inbox-preview').innerText())
      .toBe('shapes · colours');
    await page.reload();
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'design', 'older']);
    await page.locator('.inbox-link', { hasText: '2 topics' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'colours', 'older']);
    await page.getByRole('button', { name: 'Mentions and direct messages' }).first().click();
    await expect.poll(() => labels(page), soon).toEqual(['shapes', 'colours', 'older']);
    await page.getByRole('button', { name: 'Mentions and direct messages' }).first().click();
    await page.context().close();
  });

  it('says in words what marks a section as read, where the pointer or the focus is', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    const button = page.getByRole('button', { name: 'Mark read: Mentions and direct messages' });
    const words = button.getByText('Mark read', { exact: true });
    await button.waitFor();
    expect(await words.isVisible()).toBe(false);
    expect(await button.getAttribute('title')).toBe('Mark Mentions and direct messages as read');
    await page.getByRole('heading', { name: 'Mentions and direct messages' }).hover();
    await words.waitFor();
    await page.mouse.move(5, 5);
    await words.waitFor({ state: 'hidden' });
    // The keyboard has come here, and not a pointer.
    await page.keyboard.press('Shift');
    await button.focus();
    await words.waitFor();
    await page.context().close();
  });

  it('marks rows as read by key, goes on to the next row, and undoes it', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    await page.locator('.inbox-link', { hasText: 'colours' }).focus();
    await page.keyboard.press('e');
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'older']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('older');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'colours', 'older']);
    await page.context().close();
  });

  it('acts by key on the row below the pointer, and marks all as read with one key', async () => {
    const { page, problems } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    const all = ['bob', 'asked', 'shapes', 'colours', 'older'];
    await expect.poll(() => labels(page), soon).toEqual(all);
    await rowOf(page, 'older').hover();
    await page.keyboard.press('e');
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'colours']);
    await page.keyboard.press('z');
    await expect.poll(() => labels(page), soon).toEqual(all);
    await rowOf(page, 'colours').hover();
    await page.keyboard.press('M');
    await page.getByText('“colours” is muted.').waitFor();
    await expect.poll(() => labels(page), soon).toEqual(['bob', 'asked', 'shapes', 'older']);
    await page.keyboard.press('z');
    await expect.poll(() => labels(page), soon).toEqual(all);
    await page.mouse.move(1, 1);
    await page.keyboard.press('E');
    await page.getByRole('heading', { name: 'You are all caught up' }).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => labels(page), soon).toEqual(all);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the words that mention the person, also when others have written since', async () => {
    await team.bob.send('design', 'and something else', 'asked');
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    const row = rowOf(page, 'asked');
    await expect.poll(() => row.locator('.inbox-preview').innerText(), soon).toBe('bob: look, @alice');
    await expect.poll(() => row.locator('.badge').allInnerTexts()).toHaveLength(2);
    // The title counts what the badge in the sidebar counts: one mention and one direct message, but no other message.
    const counted = (place: string) => page.locator(place).first().innerText();
    expect(await counted('.inbox-section-head > .badge')).toBe('2');
    await expect.poll(() => counted('.sidebar .badge.is-personal'), soon).toMatch(/^2\b/);
    await page.context().close();
  });

  it('ends the counts of all rows at one edge, whether they are mentions or not', async () => {
    await team.bob.send('design', 'only @**alice**', 'lone');
    for (const options of [{}, phone] satisfies BrowserContextOptions[]) {
      const { page } = await team.signIn(team.alice, options);
      await page.goto(team.url('#inbox'));
      const endOf = async (text: string) => {
        const box = (await rowOf(page, text).locator('.badge').last().boundingBox())!;
        return box.x + box.width;
      };
      await rowOf(page, 'lone').locator('.badge').waitFor();
      expect(await rowOf(page, 'lone').locator('.badge').count()).toBe(1);
      expect(await rowOf(page, 'asked').locator('.badge').count()).toBe(2);
      expect(Math.abs((await endOf('lone')) - (await endOf('asked')))).toBeLessThan(1);
      await page.context().close();
    }
    await team.alice.api.post('/mark_topic_as_read', { stream_id: team.design, topic_name: 'lone' });
  });

  it('appends what arrives while the pointer is on it', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    await expect.poll(() => labels(page), soon).toContain('colours');
    await rowOf(page, 'colours').hover();
    await team.bob.send('design', 'three', 'newest');
    await rowOf(page, 'newest').waitFor();
    expect((await labels(page)).at(-1)).toBe('newest');
    await page.mouse.move(1, 1);
    await expect.poll(async () => (await labels(page)).at(-1), soon).not.toBe('newest');
    await page.context().close();
  });
});

describe.skipIf(!executable)('recent conversations', () => {
  it('show the last message and faces, and stay under the pointer', async () => {
    const { page, problems } = await team.signIn(team.alice);
    await page.goto(team.url('#recent'));
    await rowOf(page, 'colours').waitFor();
    await expect.poll(() => rowOf(page, 'colours').locator('.inbox-preview').innerText()).toBe('bob: one');
    // The face of a single person is the one before the name.
    expect(await rowOf(page, 'colours').locator('.faces .avatar').count()).toBe(0);
    expect(await rowOf(page, 'colours').locator('.avatar').count()).toBe(1);
    const place = () => rowOf(page, 'colours').boundingBox();
    await rowOf(page, 'colours').hover();
    const before = await place();
    await team.alice.send('announcements', 'on top', 'older');
    await expect
      .poll(() => rowOf(page, 'older').locator('.inbox-preview').innerText(), soon)
      .toBe('You: on top');
    expect(await place()).toEqual(before);
    await page.mouse.move(1, 1);
    await expect.poll(async () => (await labels(page))[0], soon).toBe('older');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a channel', () => {
  it('lists its topics with their last message, sorted and filtered', async () => {
    const { alice, bob, design } = team;
    await bob.send('design', 'settled', '✔ done long ago');
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url(`#topics/channel/${design}-design`));
    await expect.poll(() => labels(page), soon).toContain('done long ago');
    await expect
      .poll(() => rowOf(page, 'done long ago').locator('.inbox-preview').innerText(), soon)
      .toBe('bob: settled');
    await page.getByRole('button', { name: 'Unresolved' }).click();
    await expect.poll(() => labels(page), soon).not.toContain('done long ago');
    await page.getByRole('combobox', { name: 'Order of topics' }).selectOption('name');
    const sorted = await labels(page);
    expect(sorted).toEqual(sorted.toSorted((one, other) => one.localeCompare(other)));
    await page.reload();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Order of topics' }).inputValue(), soon)
      .toBe('name');
    await page.getByRole('textbox', { name: 'Filter topics' }).fill('shap');
    await expect.poll(() => labels(page), soon).toEqual(['shapes']);
    await page.locator('.inbox-link', { hasText: 'shapes' }).click();
    await page.getByRole('article').filter({ hasText: 'two' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows last messages that arrived with others, without a request of their own', async () => {
    const { alice, bob, design } = team;
    await bob.send('design', 'came with the channel', 'together');
    const { page, problems } = await team.signIn(alice);
    await page.route(/message_ids=/, (route) => route.abort());
    await page.goto(team.url(`#topics/channel/${design}`));
    await expect
      .poll(() => rowOf(page, 'together').locator('.inbox-preview').innerText(), soon)
      .toBe('bob: came with the channel');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has one title in all of its parts, and says how a message is pinned', async () => {
    const { alice, design } = team;
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url(`#files/channel/${design}`));
    const parts = page.getByRole('navigation', { name: 'Parts of the channel' });
    const places: unknown[] = [];
    for (const part of ['Messages', 'Topics', 'Pinned', 'Files', 'Links']) {
      await parts.getByRole('link', { name: part, exact: true }).click();
      await parts.locator('[aria-current="page"]', { hasText: part }).waitFor();
      expect((await page.getByRole('heading', { level: 1 }).innerText()).trim()).toBe('#design');
      await page.getByRole('button', { name: 'Channel actions' }).waitFor();
      places.push((await parts.boundingBox())!.x);
      if (part === 'Pinned') await page.getByRole('heading', { name: 'Nothing pinned yet' }).waitFor();
    }
    expect(new Set(places).size).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens as the list of its topics, if the person likes', async () => {
    const { alice } = team;
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#settings/preferences'));
    await page.getByRole('checkbox', { name: 'Open channels as a list of topics' }).check();
    await page.getByRole('link', { name: 'Close' }).click();
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: 'design', exact: true })
      .click();
    await page
      .getByRole('navigation', { name: 'Parts of the channel' })
      .getByRole('link', { name: 'Topics' })
      .waitFor();
    await expect.poll(() => page.url()).toContain('#topics/channel/');
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByRole('article').first().waitFor();
    await alice.api.patch('/settings', { web_channel_opens_topics: false });
    await page.context().close();
  });

  it('lists its files and links', async () => {
    const { alice, bob, design } = team;
    const file = await team.upload(bob, 'plan.txt', 'text/plain', new TextEncoder().encode('plan'));
    await bob.send('design', `[plan.txt](${file}) and [the docs](https://docs.example/start)`, 'material');
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const picture = await team.upload(bob, 'chart.png', 'image/png', Buffer.from(dot, 'base64'));
    await bob.send('design', `[chart.png](${picture})`, 'material');
    const { page } = await team.signIn(alice);
    await page.goto(team.url(`#files/channel/${design}`));
    const row = rowOf(page, 'plan.txt');
    await row.waitFor();
    expect(await row.getByRole('link').first().getAttribute('href')).toContain('/user_uploads/');
    // Its size is asked for when the row is seen.
    await expect.poll(() => row.locator('.inbox-preview').innerText(), soon).toMatch(/ · 4 byte/);
    const kinds = page.getByRole('group', { name: 'Files to show' });
    expect(await kinds.getByRole('button').allInnerTexts()).toEqual(['All', 'Pictures', 'Documents']);
    await kinds.getByRole('button', { name: 'Documents' }).click();
    expect(await labels(page)).toEqual(['plan.txt']);
    await kinds.getByRole('button', { name: 'Pictures' }).click();
    await page.getByRole('link', { name: 'chart.png' }).waitFor();
    expect(await labels(page)).toEqual([]);
    await kinds.getByRole('button', { name: 'All' }).click();
    await page.getByRole('textbox', { name: 'Filter files' }).fill('CHART');
    expect(await labels(page)).toEqual(['chart.png']);
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await rowOf(page, 'the docs').waitFor();
    expect(await labels(page)).toEqual(['the docs']);
    await page.getByRole('link', { name: 'Show message' }).click();
    await page.getByRole('article').filter({ hasText: 'the docs' }).waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('the navigation', () => {
  it('says how many direct messages wait below what it shows, and leads to them', async () => {
    const { alice, bob } = team;
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.signIn(alice, { viewport: { width: 1200, height: 420 } });
    const pill = page.getByRole('button', { name: '1 unread direct message', exact: true });
    await page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link').first().waitFor();
    expect(await pill.count()).toBe(0);
    await bob.sendDirect([alice], 'below the fold');
    await pill.click();
    await pill.waitFor({ state: 'detached' });
    const link = page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: 'bob' });
    expect(await link.evaluate((row) => row === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('counts what is unread once: at the topics where they are listed, and else at their channel', async () => {
    const { alice, bob } = team;
    for (const topic of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await bob.send('announcements', 'new', topic);
    const { page } = await team.signIn(alice);
    const rows = page.getByRole('navigation', { name: 'Channels' }).locator('.nav-row');
    const countOf = (name: string) =>
      rows.filter({ hasText: name }).locator('.badge:visible').allInnerTexts();
    await expect
      .poll(async () => Number.parseInt((await countOf('2 more topics'))[0] ?? '', 10), soon)
      .toBe(2);
    expect(await countOf('announcements')).toEqual([]);
    await page.getByRole('button', { name: '2 more topics' }).click();
    await page.getByRole('button', { name: '2 more topics' }).waitFor({ state: 'detached' });
    await alice.api.post('/mark_all_as_read');
    await page.context().close();
  });
});

describe.skipIf(!executable)('lists', () => {
  it('are entered with an arrow key from the view', async () => {
    await team.bob.send('design', 'enter here', 'entered');
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#inbox'));
    await expect.poll(() => labels(page), soon).not.toEqual([]);
    await page.getByRole('main').focus();
    await page.keyboard.press('ArrowDown');
    const first = page.locator('.inbox-link').first();
    await expect.poll(() => first.evaluate((row) => row === document.activeElement), soon).toBe(true);
    await page.context().close();
  });
});
