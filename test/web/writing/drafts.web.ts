import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, textsOnView, write } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/drafts.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

const drafts = async () => (await team.bob.api.get('/drafts')).drafts;

describe.skipIf(!executable)('a draft', () => {
  it('is shown on another device, and disappears from both when it is sent', async () => {
    const here = await team.openTopic(team.alice, 'thoughts');
    await fieldOf(here.page).pressSequentially('Half a thought');
    // A reload loses nothing, even though the server may not have stored the draft yet.
    await here.page.waitForTimeout(600);
    await here.page.reload();
    await expect.poll(() => fieldOf(here.page).inputValue()).toBe('Half a thought');
    const there = await team.signIn(team.alice);
    const views = there.page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Drafts' }).click();
    await there.page.getByText('Half a thought').waitFor();
    await there.page.getByRole('button', { name: 'Edit draft' }).click();
    await expect.poll(() => fieldOf(there.page).inputValue()).toBe('Half a thought');
    await write(there.page, 'A whole thought');
    await expect.poll(() => textsOnView(here.page)).toEqual(['A whole thought']);
    // The draft is unchanged on the first device, so its field shows the change of the second device.
    await expect.poll(() => fieldOf(here.page).inputValue()).toBe('');
    await expect.poll(async () => (await team.alice.api.get('/drafts')).drafts).toEqual([]);
    expect([here.problems, there.problems]).toEqual([[], []]);
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('that is sent does not come back, whenever it is sent: not in its new topic, and not after a reload', async () => {
    const { page, problems } = await team.signIn(team.alice);
    // The draft is stored on the device after 0.3 seconds without a key, on the server after 2.5.
    for (const pause of [0, 400, 900, 3_000]) {
      await page.goto(team.url(`#narrow/channel/${team.design}-design`));
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'design' }).waitFor();
      await page.keyboard.press('c');
      await page.getByRole('combobox', { name: 'Topic' }).fill(`begun ${pause}`);
      await fieldOf(page).pressSequentially('first');
      await page.waitForTimeout(pause);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => textsOnView(page)).toEqual(['first']);
      await page.waitForTimeout(300);
      expect(await fieldOf(page).inputValue(), `after ${pause} ms`).toBe('');
      await fieldOf(page).pressSequentially('second');
      await page.waitForTimeout(pause);
      await page.keyboard.press('Control+Enter');
      await page.reload();
      await expect.poll(() => textsOnView(page)).toEqual(['first', 'second']);
      expect(await fieldOf(page).inputValue(), `reloaded after ${pause} ms`).toBe('');
    }
    await expect.poll(async () => (await team.alice.api.get('/drafts')).drafts).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is changed and deleted although no events of its changes arrive', async () => {
    const { page } = await team.signIn(team.bob);
    const release = Promise.withResolvers<void>();
    await page.route('**/events/stream?*', (route) => route.fulfill({ status: 404 }));
    await page.route('**/events?*', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto(team.topic('soon'));
    await fieldOf(page).pressSequentially('Written');
    await expect.poll(drafts).toMatchObject([{ content: 'Written' }]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect
      .poll(async () => (await team.alice.messages([])).at(-1))
      .toMatchObject({ content: 'Written' });
    await expect.poll(drafts).toEqual([]);
    // The same text is written again, changed, and changed back.
    await fieldOf(page).pressSequentially('Written');
    await expect.poll(drafts).toMatchObject([{ content: 'Written' }]);
    for (const content of ['Two', 'Written']) {
      await fieldOf(page).fill(content);
      await expect.poll(drafts).toMatchObject([{ content }]);
    }
    // Another device deletes the draft, and then it is written again.
    const [{ id }] = (await drafts()) as [{ id: number }];
    await team.bob.api.delete(`/drafts/${id}`);
    await fieldOf(page).fill('Three');
    await expect.poll(drafts).toMatchObject([{ content: 'Three' }]);
    // After more than 10 s, a draft that is not listed could have been deleted on another device.
    await page.goto(team.topic('elsewhere'));
    await expect.poll(() => fieldOf(page).inputValue()).toBe('');
    await page.waitForTimeout(11_000);
    await page.goto(team.topic('soon'));
    await expect.poll(() => fieldOf(page).inputValue()).toBe('Three');
    release.resolve();
    await fieldOf(page).fill('');
    await expect.poll(drafts).toEqual([]);
    await page.context().close();
  });

  it('stays as the person left it when events of earlier changes arrive late', async () => {
    const { page } = await team.signIn(team.bob);
    const release = Promise.withResolvers<void>();
    const listed = Promise.withResolvers<void>();
    await page.route('**/events/stream?*', (route) => route.fulfill({ status: 404 }));
    let isHeld = false;
    await page.route('**/events?*', async (route) => {
      if (isHeld) await release.promise;
      const response = await route.fetch({ timeout: 0 });
      isHeld ||= (await response.text()).includes('"type":"drafts"');
      await route.fulfill({ response });
      if (isHeld) listed.resolve();
    });
    await page.goto('about:blank');
    await page.goto(team.topic('back'));
    await fieldOf(page).pressSequentially('One');
    await listed.promise;
    for (const content of ['Two', 'One']) {
      await fieldOf(page).fill(content);
      await expect.poll(drafts).toMatchObject([{ content }]);
    }
    release.resolve();
    await page.waitForTimeout(4_000);
    expect(await fieldOf(page).inputValue()).toBe('One');
    expect(await drafts()).toMatchObject([{ content: 'One' }]);
    await fieldOf(page).fill('');
    await expect.poll(drafts).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('that is cleared without a connection is deleted from the server when there is one again', async () => {
    const { page } = await team.openTopic(team.bob, 'reconsidered');
    await fieldOf(page).pressSequentially('Better not');
    await expect.poll(drafts).toMatchObject([{ content: 'Better not' }]);
    await page.context().setOffline(true);
    await fieldOf(page).fill('');
    // The client tries to delete the draft after 2.5 s.
    await page.waitForTimeout(3_500);
    await page.context().setOffline(false);
    await expect.poll(drafts).toEqual([]);
    await page.context().close();
  });

  it('is shown in an open list as other devices change and delete it, although it was not yet stored when the list was opened', async () => {
    const { page, problems } = await team.openTopic(team.bob, 'elsewhere');
    const card = page.locator('.card');
    const texts = () => card.locator('.card-text').allInnerTexts();
    const release = Promise.withResolvers<void>();
    await page.route('**/api/v1/drafts', async (route) => {
      await release.promise;
      await route.continue();
    });
    await fieldOf(page).pressSequentially('Begun here');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Drafts' }).click();
    await expect.poll(texts).toEqual(['Begun here']);
    release.resolve();
    await expect.poll(drafts).toMatchObject([{ content: 'Begun here' }]);
    const [{ id, ...draft }] = await drafts();
    for (const content of ['Continued there', 'Continued again']) {
      await team.bob.api.patch(`/drafts/${id}`, { draft: { ...draft, content, timestamp: undefined } });
      await expect.poll(texts).toEqual([content]);
    }
    await team.bob.api.delete(`/drafts/${id}`);
    await expect.poll(() => card.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('names its channel while the topic that the channel requires is not chosen', async () => {
    await team.owner.api.patch(`/streams/${team.design}`, { topics_policy: 'disable_empty_topic' });
    const content = 'What about?';
    await team.bob.api.post('/drafts', {
      drafts: [
        { type: 'stream', to: [team.design], topic: '', content },
        { type: 'private', to: [], topic: '', content: 'For whom?' },
      ],
    });
    const { page, problems } = await team.signIn(team.bob);
    await page.goto(team.url('#drafts'));
    await page.locator('.card', { hasText: 'For whom?' }).getByText('No recipient yet').waitFor();
    const card = page.locator('.card', { hasText: content });
    await expect.poll(() => card.locator('.card-place').textContent()).toBe('#design');
    await card.getByRole('link', { name: '#design' }).click();
    await page.waitForURL(`**/#narrow/channel/${team.design}-design`);
    await page.goto(team.url('#drafts'));
    await card.getByRole('button', { name: 'Edit draft' }).click();
    await expect.poll(() => fieldOf(page).inputValue()).toBe(content);
    await team.owner.api.patch(`/streams/${team.design}`, { topics_policy: 'inherit' });
    for (const { id } of await drafts()) await team.bob.api.delete(`/drafts/${id}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
