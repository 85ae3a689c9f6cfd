/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/sidebar-focus.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('the focus in the sidebar', () => {
  it('stays on a topic that moves, and goes to a neighbour of a topic that goes', async () => {
    const { alice, bob } = team;
    await bob.subscribe(['moving topics'], [alice, bob]);
    const names = ['first', 'second', 'third'];
    for (const name of names) await bob.send('moving topics', 'hello', name);
    const { page, problems } = await team.signIn(alice);
    const nameOfFocus = () => page.evaluate(() => document.activeElement!.textContent);
    const list = page.getByRole('navigation', { name: 'Channels' });
    const topic = (name: string) => list.getByRole('link', { name: new RegExp(`^${name}`) });
    const first = list.getByRole('link', { name: /^(first|second|third)/ }).first();
    for (const name of names) await topic(name).waitFor();
    await topic('second').focus();
    // Each message moves its topic to the top.
    for (const name of ['first', 'third', 'second', 'first', 'second', 'third']) {
      await bob.send('moving topics', 'hello again', name);
      await expect.poll(() => first.textContent()).toMatch(new RegExp(`^${name}`));
      expect(await nameOfFocus()).toMatch(/^second/);
    }
    const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'moving topics' });
    await alice.api.post('/mark_topic_as_read', { stream_id, topic_name: 'second' });
    await topic('second').waitFor({ state: 'detached' });
    expect(await nameOfFocus()).toMatch(/^(first|third)/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('stays in the menu of a topic that is renamed, whose actions then act on the renamed topic', async () => {
    const { alice, bob } = team;
    await bob.subscribe(['renamed topics'], [alice, bob]);
    const id = await bob.send('renamed topics', 'hello', 'former');
    const { page, problems } = await team.signIn(alice);
    const list = page.getByRole('navigation', { name: 'Channels' });
    await list.getByRole('link', { name: /^former/ }).click({ button: 'right' });
    const mute = page.getByRole('menuitem', { name: 'Mute topic' });
    await mute.waitFor();
    await bob.api.patch(`/messages/${id}`, { topic: 'present', propagate_mode: 'change_all' });
    await list.getByRole('link', { name: /^present/ }).waitFor();
    const changed = page.waitForRequest((request) => request.url().endsWith('/user_topics'));
    await mute.click();
    expect(new URLSearchParams((await changed).postData() ?? '').get('topic')).toBe('present');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the sidebar of somebody in many channels', () => {
  it('shows the row of the open conversation, wherever it stands', async () => {
    const { alice, bob } = team;
    const names = Array.from({ length: 90 }, (_, index) => `room ${String(index).padStart(2, '0')}`);
    await bob.subscribe(names, [alice, bob]);
    await bob.send('room 88', 'hello', 'plans');
    await team.network.caughtUp();
    const { page, problems } = await team.signIn(alice);
    const list = page.getByRole('navigation', { name: 'Channels' });
    const row = (name: string) => list.getByRole('link', { name: new RegExp(`^${name}`) });
    await row('room 05').waitFor();
    expect(await row('room 88').count()).toBe(0);
    const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'room 88' });
    await page.goto(team.url(`#narrow/channel/${stream_id}/topic/plans`));
    const isInSight = (name: string) =>
      row(name).evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        const frame = link.closest('.sidebar-scroll')!.getBoundingClientRect();
        return top >= frame.top && bottom <= frame.bottom;
      });
    await row('plans').waitFor();
    await expect.poll(() => isInSight('plans')).toBe(true);
    // So does the next load of the page.
    await page.reload();
    await row('plans').waitFor();
    await expect.poll(() => isInSight('plans')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
