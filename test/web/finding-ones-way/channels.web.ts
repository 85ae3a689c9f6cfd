import type { Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/channels.web.ts');

let team: Team;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ owner, alice, bob } = team);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const channels = (page: Page) => page.getByRole('navigation', { name: 'Channels' });

describe.skipIf(!executable)('folders of channels', () => {
  it('are folded and unfolded, stay so after a reload, and show unread counts and the open channel while folded', async () => {
    const { channel_folder_id: folder } = await owner.api.post('/channel_folders/create', {
      name: 'Products',
    });
    await owner.api.patch(`/streams/${team.design}`, { folder_id: folder });
    await alice.subscribe(['random'], [alice]);
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.signIn(alice);
    const toggle = channels(page).getByRole('button', { name: 'Products' });
    const design = channels(page).getByRole('link', { name: 'design', exact: true });
    await design.waitFor();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await toggle.press('Enter');
    await design.waitFor({ state: 'detached' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await channels(page).getByRole('link', { name: 'random', exact: true }).waitFor();
    await bob.send('design', 'news', 'logo');
    await expect.poll(() => page.locator('.sidebar-title .badge').textContent(), soon).toBe('1');
    await page.reload();
    await expect.poll(() => toggle.getAttribute('aria-expanded'), soon).toBe('false');
    expect(await design.count()).toBe(0);
    // The open channel is shown even in a collapsed folder. The filter finds channels in collapsed folders too.
    await page.goto(team.topic('logo'));
    await design.waitFor();
    await page.goto(team.url('#inbox'));
    await design.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Filter channels and people' }).fill('des');
    await design.waitFor();
    await page.getByRole('textbox', { name: 'Filter channels and people' }).fill('');
    await design.waitFor({ state: 'detached' });
    await toggle.click();
    await design.waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('leaving a channel', () => {
  it('can be undone, and asks for confirmation when it cannot be undone', async () => {
    await alice.subscribe(['open'], [alice]);
    const secret = { subscriptions: [{ name: 'secret' }], principals: [alice.userId, bob.userId] };
    await bob.api.post('/users/me/subscriptions', { ...secret, invite_only: true });
    const { page, problems } = await team.signIn(alice);
    const link = (name: string) => channels(page).getByRole('link', { name, exact: true });
    const leave = async (name: string) => {
      await link(name).click();
      await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor();
      await page.getByRole('button', { name: 'Channel actions' }).click();
      await page.getByRole('menuitem', { name: 'Leave' }).click();
    };
    await leave('open');
    await link('open').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await link('open').waitFor();

    const question = page.getByRole('dialog', { name: 'Leave #secret?' });
    await leave('secret');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await leave('secret');
    await question.getByRole('button', { name: 'Leave' }).click();
    await link('secret').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the list of all channels', () => {
  it('finds channels by name and description, and joins and leaves them', async () => {
    await bob.subscribe(['gardening'], [bob]);
    const { stream_id: id } = await bob.api.get('/get_stream_id', { stream: 'gardening' });
    await owner.api.patch(`/streams/${id}`, {
      description: 'Tomatoes and **roses**: [how to plant](https://example.org/planting)',
    });
    const { page, problems } = await team.signIn(alice);
    await channels(page).getByRole('link', { name: 'Browse channels' }).click();
    const list = page.getByRole('main').getByRole('list', { name: 'Channels' });
    await list.getByRole('link', { name: 'design' }).waitFor();
    const search = page.getByRole('textbox', { name: 'Name or description' });
    await search.fill('tomato');
    await expect
      .poll(() => list.getByRole('link').locator('span:first-child').allTextContents(), soon)
      .toEqual(['gardening']);
    await list.getByText('One member · Tomatoes and roses: how to plant', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Join #gardening' }).click();
    await list.getByText('2 members').waitFor();
    await channels(page).getByRole('link', { name: 'gardening', exact: true }).waitFor();
    await list.getByRole('button', { name: 'Leave #gardening' }).click();
    await channels(page).getByRole('link', { name: 'gardening', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await channels(page).getByRole('link', { name: 'gardening', exact: true }).waitFor();
    await search.fill('');
    await list.getByRole('link', { name: 'design' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Not joined' }).click();
    await expect.poll(() => list.getByRole('link', { name: 'design' }).count(), soon).toBe(0);
    await search.fill('no such channel');
    await page.getByText('No channel fits.').waitFor();
    await page.goto(team.url(`#narrow/channel/${id}-gardening`));
    const link = page.getByRole('main').getByRole('link', { name: 'how to plant' });
    await expect.poll(() => link.getAttribute('href'), soon).toBe('https://example.org/planting');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has one way out of the pages below it, which leads to where the reader was', async () => {
    const { page, problems } = await team.signIn(alice);
    for (const path of ['new', `${team.design}/members`]) {
      await page.goto(team.url('#drafts'));
      await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
      await page.goto(team.url(`#channels/${path}`));
      const main = page.getByRole('main');
      const way = main.getByRole('link', { name: 'Close and go back' });
      await way.waitFor();
      const symbols = main.locator('.view-head .icon-button:visible');
      expect([path, await symbols.count()]).toEqual([path, 1]);
      await way.click();
      await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says on a phone which channels were joined, and leads to the button that leaves one', async () => {
    await alice.subscribe(['tapped'], [alice]);
    const { page, problems } = await team.signIn(alice, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(team.url('#channels/subscribed'));
    const list = page.getByRole('main').getByRole('list', { name: 'Channels' });
    const row = list.getByRole('listitem').filter({ hasText: 'tapped' });
    await row.getByText('Joined', { exact: true }).waitFor();
    // The styles of a single column come after those that they override.
    expect(await page.locator('.pages-section').boundingBox()).toMatchObject({ x: 0, width: 390 });
    await row.locator('.join-state').tap();
    expect(await list.getByRole('button', { name: /^Leave/ }).count()).toBe(0);
    await row.getByRole('link').tap();
    await page.getByRole('button', { name: 'Leave #tapped' }).tap();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('button', { name: 'Leave #tapped' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows a guest only their own channels, and no button to join', async () => {
    await owner.api.patch(`/users/${alice.userId}`, { role: 600 });
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#channels/all'));
    const list = page.getByRole('main').getByRole('list', { name: 'Channels' });
    await list.getByRole('link', { name: 'design' }).waitFor();
    expect(await list.getByRole('button', { name: /^Join/ }).count()).toBe(0);
    await owner.api.patch(`/users/${alice.userId}`, { role: 400 });
    await page.context().close();
  });

  it('renders a part of many channels, and the others when the reader scrolls to them', async () => {
    const names = Array.from({ length: 90 }, (_, at) => `many ${String(at).padStart(2, '0')}`);
    await bob.subscribe(names, [bob]);
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#channels/all'));
    const list = page.getByRole('main').getByRole('list', { name: 'Channels' });
    await list.getByRole('link', { name: 'many 00' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(85);
    await expect
      .poll(async () => {
        await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
        return list.getByRole('link', { name: 'many 89' }).count();
      }, soon)
      .toBe(1);
    await page.context().close();
  });
});
