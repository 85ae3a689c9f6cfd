import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, textsOnView, write } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/messages.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Opens the menu of the message that contains a text, and chooses an entry. */
async function choose(page: Page, text: string, entry: string | RegExp): Promise<void> {
  const article = page.getByRole('article').filter({ hasText: text }).first();
  await article.hover();
  await article.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe.skipIf(!executable)('a message', () => {
  it('moves with the later messages to another topic, and other readers see this immediately', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'was there before', 'elsewhere');
    for (const text of ['stays here', 'off the subject', 'also off']) await bob.send('design', text, 'mixed');
    const first = await team.openTopic(alice, 'mixed');
    const second = await team.openTopic(bob, 'elsewhere');
    await first.page.getByText('also off').waitFor();
    await choose(first.page, 'off the subject', 'Move');
    const dialog = first.page.getByRole('dialog', { name: 'Move' });
    await dialog.getByRole('textbox', { name: 'Topic' }).fill('elsewhere');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect
      .poll(() => textsOnView(second.page).then((texts) => texts.slice(0, 3)))
      .toEqual(['was there before', 'off the subject', 'also off']);
    await second.page.getByRole('article').getByText('2 messages were moved here').waitFor();
    await expect.poll(async () => (await textsOnView(first.page))[0]).toBe('stays here');
    expect(await textsOnView(first.page)).not.toContain('also off');
    await expect.poll(() => second.page.getByRole('button', { name: 'Moved' }).count()).toBe(2);
    await second.page.getByRole('article').nth(1).getByRole('button', { name: 'Moved' }).click();
    await second.page.getByRole('dialog').getByText('Moved from “mixed” to “elsewhere”').waitFor();
    expect([first.problems, second.problems]).toEqual([[], []]);
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('has no mark when its whole topic was renamed, for those who see it happen and for those who come later', async () => {
    const { alice, bob } = team;
    const ids = [
      await bob.send('design', 'one', 'first name'),
      await bob.send('design', 'two', 'first name'),
    ];
    const reader = await team.openTopic(alice, 'first name');
    await reader.page.getByText('two').waitFor();
    await bob.api.patch(`/messages/${ids[0]}`, { topic: 'second name', propagate_mode: 'change_all' });
    await reader.page.getByRole('heading', { name: /second name/ }).waitFor();
    const later = await team.openTopic(bob, 'second name');
    for (const { page, problems } of [reader, later]) {
      await page.getByRole('article').filter({ hasText: 'two' }).waitFor();
      expect(await page.getByRole('button', { name: 'Moved' }).count()).toBe(0);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  it('keeps its reader in the topic when the topic is resolved and when this is undone', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'Is it done?', 'task');
    const { page, problems } = await team.openTopic(alice, 'task');
    const reader = await team.openTopic(bob, 'task');
    // The unsent text moves together with the topic.
    const field = reader.page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('I was just about to');
    await page.getByText('Is it done?').waitFor();
    await choose(page, 'Is it done?', 'Mark as resolved');
    await page.getByRole('heading', { name: /✔ task/ }).waitFor();
    await reader.page.getByRole('heading', { name: /✔ task/ }).waitFor();
    await expect.poll(async () => (await textsOnView(page))[0]).toBe('Is it done?');
    await expect.poll(async () => (await textsOnView(reader.page))[0]).toBe('Is it done?');
    await page.getByText('This topic is resolved').waitFor();
    await expect.poll(() => field.inputValue()).toBe('I was just about to');
    await choose(page, 'Is it done?', 'Mark as unresolved');
    await reader.page.getByRole('heading', { name: /^[^✔]*task/ }).waitFor();
    expect([problems, reader.problems]).toEqual([[], []]);
    await Promise.all([page.context().close(), reader.page.context().close()]);
  });

  it('is quoted in an answer, with a link to it', async () => {
    const { alice, bob } = team;
    const id = await bob.send('design', 'The comma is *too much*.', 'quotes');
    const { page, problems } = await team.openTopic(alice, 'quotes');
    await page.getByText('The comma is').waitFor();
    await choose(page, 'The comma is', 'Quote and reply');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => field.inputValue()).toContain('The comma is *too much*.');
    await field.press('End');
    await field.pressSequentially('I agree.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('article', { name: /^alice/ });
    await answer.locator('blockquote em').waitFor();
    expect(await answer.locator('a', { hasText: 'said' }).getAttribute('href')).toContain(`/near/${id}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows what an edit changed in paragraphs, lists, code and links, and folds what it left', async () => {
    const { alice } = team;
    const kept = Array.from({ length: 6 }, (_, index) => `Paragraph ${index + 1} stays.`);
    const text = (code: string, parts: readonly string[]) =>
      [...kept, ...parts, '```ts', 'const first = 1;', code, 'done();', '```'].join('\n\n');
    const id = await alice.send(
      'design',
      text('const second = 2;', ['This goes away.', '* one\n* two', '[docs](https://one.example/)']),
      'differences',
    );
    await alice.api.patch(`/messages/${id}`, {
      content: text('const second = 3;', ['* one\n* two\n* three', '[docs](https://other.example/)']),
    });
    const { page, problems } = await team.openTopic(alice, 'differences');
    await page.getByRole('button', { name: 'Edited' }).click();
    const history = page.getByRole('dialog', { name: 'Earlier versions' });
    const newest = history.getByRole('listitem').first().locator('.content');
    await newest.waitFor();
    const marked = async (tag: 'ins' | 'del') =>
      (await newest.locator(tag).allInnerTexts()).map((each) => each.replace(/^(?:Added|Removed):\s*/, ''));
    expect(await marked('del')).toEqual(['This goes away.', 'docs', '2']);
    expect(await marked('ins')).toEqual(['three', 'docs', '3']);
    // The removed link leads where it led.
    expect(await newest.locator('del a').getAttribute('href')).toBe('https://one.example/');
    expect(await newest.locator('pre').innerText()).toContain('done();');
    expect(await newest.getByText('Paragraph 1 stays.').isVisible()).toBe(false);
    await newest.getByRole('button', { name: 'Show 5 unchanged paragraphs' }).click();
    await newest.getByText('Paragraph 1 stays.').waitFor();
    expect(await newest.getByRole('button', { name: /unchanged/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows its edit history, and who has read it', async () => {
    const { alice, bob } = team;
    const id = await alice.send('design', 'At nine', 'times');
    await alice.api.patch(`/messages/${id}`, { content: 'At ten' });
    await bob.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const { page, problems } = await team.openTopic(alice, 'times');
    await page.getByRole('button', { name: 'Edited' }).click();
    const history = page.getByRole('dialog', { name: 'Earlier versions' });
    await history.getByText('At nine').waitFor();
    const newest = history.getByRole('listitem').first();
    expect(await newest.locator('.content').innerText()).toMatch(/^At\s+Removed:\s*nine\s*Added:\s*ten$/);
    expect(await newest.getByRole('deletion').innerText()).toMatch(/nine$/);
    expect(await newest.getByRole('insertion').innerText()).toMatch(/ten$/);
    await history.getByRole('checkbox', { name: 'Mark changes' }).uncheck();
    await history.getByText('At ten').waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await choose(page, 'At ten', 'Read receipts');
    const receipts = page.getByRole('dialog', { name: 'Read receipts' });
    await receipts.getByText('Read by one person').waitFor();
    await receipts.getByText('bob').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can have a reminder', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'Answer me tomorrow', 'later');
    const { page, problems } = await team.openTopic(alice, 'later');
    await page.getByText('Answer me tomorrow').waitFor();
    await choose(page, 'Answer me', 'Remind me');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /In one hour/ })
      .click();
    await page.getByText('You will be reminded.').waitFor();
    const { reminders } = await alice.api.get('/reminders');
    expect(reminders).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is reported to the moderators if the organization has a channel for reports', async () => {
    const { owner, alice, bob } = team;
    await bob.send('design', 'Buy cheap watches', 'spam');
    const { page, problems } = await team.openTopic(alice, 'spam');
    await page.getByText('Buy cheap').waitFor();
    const article = page.getByRole('article').first();
    await article.hover();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy text' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Report' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await owner.subscribe(['moderation'], [owner], { invite_only: true });
    const { stream_id: moderation } = await owner.api.get('/get_stream_id', { stream: 'moderation' });
    await owner.api.patch('/realm', { moderation_request_channel_id: moderation });
    await team.network.caughtUp();
    await expect
      .poll(async () => {
        await article.getByRole('button', { name: 'More actions' }).click();
        const count = await page.getByRole('menuitem', { name: 'Report' }).count();
        if (count === 0) await page.keyboard.press('Escape');
        return count;
      })
      .toBe(1);
    await page.getByRole('menuitem', { name: 'Report' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Explanation' }).fill('Nobody wants watches');
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await page.getByText('The moderators have your report.').waitFor();
    const reports = await owner.messages([{ operator: 'channel', operand: 'moderation' }]);
    expect(reports.map(({ content }) => content).join()).toContain('Nobody wants watches');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is copied to the clipboard as a link and as text', async () => {
    const { alice, bob } = team;
    const id = await bob.send('design', 'Copy **me**', 'copies');
    const { page, problems } = await team.openTopic(alice, 'copies', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText('Copy me').waitFor();
    await choose(page, 'Copy me', 'Copy text');
    await page.getByText('Text copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Copy **me**');
    await choose(page, 'Copy me', 'Copy link');
    await page.getByText('Link copied').waitFor();
    const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(link).toContain(`/near/${id}`);
    await page.goto(link);
    await page.getByRole('article', { name: /^bob/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('in a message', () => {
  it('two people vote in a poll, add an option, and see each other’s changes', async () => {
    const { alice, bob } = team;
    await bob.send('design', '/poll Where to?\nPizza\nNoodles', 'lunch');
    const first = await team.openTopic(alice, 'lunch');
    const second = await team.openTopic(bob, 'lunch');
    await first.page.getByRole('button', { name: '0 votes for Noodles' }).click();
    await second.page.getByRole('button', { name: 'One vote for Noodles' }).waitFor();
    await second.page.getByRole('textbox', { name: 'New option' }).fill('Soup');
    await second.page.getByRole('button', { name: 'Add' }).click();
    await first.page.getByRole('button', { name: '0 votes for Soup' }).click();
    await second.page.getByRole('button', { name: 'One vote for Soup' }).click();
    await first.page.getByRole('button', { name: '2 votes for Soup' }).waitFor();
    expect([first.problems, second.problems]).toEqual([[], []]);
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('two people tick off a to-do list and add to it', async () => {
    const { alice, bob } = team;
    await bob.send('design', '/todo Release\nTag it\nTell everyone: in general', 'release');
    const first = await team.openTopic(alice, 'release');
    const second = await team.openTopic(bob, 'release');
    await first.page.getByRole('checkbox', { name: 'Tag it' }).click();
    await expect.poll(() => second.page.getByRole('checkbox', { name: 'Tag it' }).isChecked()).toBe(true);
    await second.page.getByRole('textbox', { name: 'New task' }).fill('Celebrate');
    await second.page.getByRole('button', { name: 'Add' }).click();
    await first.page.getByRole('checkbox', { name: 'Celebrate' }).waitFor();
    expect([first.problems, second.problems]).toEqual([[], []]);
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('a spoiler stays closed until it is opened, code can be copied, a picture opens large', async () => {
    const { alice, bob } = team;
    await bob.send('design', '```spoiler The end\nThe gardener did it\n```', 'rich');
    await bob.send('design', '```python\nprint("x")\n```', 'rich');
    const { page, problems } = await team.openTopic(alice, 'rich', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const secret = page.getByText('The gardener did it');
    await page.getByText('The end').waitFor();
    expect(await secret.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    expect(await secret.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(String(await page.evaluate('navigator.clipboard.readText()')).trim()).toBe('print("x")');
    await page.locator('input[type=file]').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Message', exact: true }).inputValue())
      .toContain('dot.png');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.message_inline_image a').click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('an own message looks from the start as it will look', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'echo');
    const sending = Promise.withResolvers<void>();
    await page.route('**/api/v1/messages', async (route) => {
      if (route.request().method() === 'POST') await sending.promise;
      await route.fallback();
    });
    await write(page, 'Today **at noon**, @**bob**, with `code`:\n\n* one\n* two');
    const shownIn = (of: Locator) =>
      of.evaluate((each) => ({
        text: (each.textContent ?? '').replaceAll(/\s+/g, ''),
        marks: ['strong', 'code', 'li', '.user-mention'].map((name) => each.querySelectorAll(name).length),
      }));
    const expected = { text: 'Todayatnoon,@bob,withcode:onetwo', marks: [1, 1, 2, 1] };
    await expect.poll(() => shownIn(page.locator('.is-outgoing .content')), soon).toEqual(expected);
    sending.resolve();
    const sent = page.getByRole('article').filter({ hasText: 'at noon' });
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    expect(await shownIn(sent.locator('.content'))).toEqual(expected);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('in the messages of a channel, one answers the newest or the selected one, or begins a topic', async () => {
    // A channel opens at its first unread message, so it has only these two.
    await team.bob.subscribe(['answers'], [team.alice, team.bob]);
    await team.bob.send('answers', 'The older one', 'first subject');
    await team.bob.send('answers', 'The newer one', 'second subject');
    const { stream_id } = await team.bob.api.get('/get_stream_id', { stream: 'answers' });
    const { page, problems } = await team.signIn(team.alice);
    await page.goto(team.url(`#narrow/channel/${stream_id}`));
    const topic = page.getByRole('group', { name: 'Compose' }).getByRole('combobox', { name: 'Topic' });
    await page.getByRole('button', { name: /^Message #answers › second subject/ }).click();
    await expect.poll(() => topic.inputValue()).toBe('second subject');
    await page.keyboard.press('Escape');
    await page.getByRole('article').filter({ hasText: 'The older one' }).click();
    await page.getByRole('button', { name: /^Message #answers › first subject/ }).click();
    await expect.poll(() => topic.inputValue()).toBe('first subject');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New topic in #answers' }).click();
    await expect.poll(() => topic.inputValue()).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('a failed send is reported, and the message is sent once on a retry', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'refused');
    let refusals = 0;
    await page.route('**/api/v1/messages', (route) => {
      if (route.request().method() !== 'POST' || refusals > 0) return route.fallback();
      refusals++;
      return route.fulfill({
        status: 400,
        json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not at this hour' },
      });
    });
    await write(page, 'Please');
    const failed = page.getByRole('alert').filter({ hasText: 'Not sent.' });
    await failed.getByText('Not at this hour').waitFor();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await expect.poll(() => textsOnView(page)).toEqual(['Please']);
    const stored = () => alice.messages([{ operator: 'topic', operand: 'refused' }]);
    await expect.poll(async () => (await stored()).map(({ content }) => content)).toEqual(['Please']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
