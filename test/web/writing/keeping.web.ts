import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, showFormats, slowUploads, soon, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/keeping.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const editField = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });
const messageWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const draftsOf = async () =>
  (await team.alice.api.get('/drafts')).drafts as { topic: string; content: string }[];

/** Opens a topic in the same page, as following a link does. */
async function goTo(page: Page, topic: string): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), new URL(team.topic(topic)).hash);
  await page.getByRole('heading', { level: 1, name: topic }).waitFor();
}

async function startEditing(page: Page, text: string): Promise<void> {
  const message = messageWith(page, text);
  await message.hover();
  await message.getByRole('button', { name: 'Edit', exact: true }).click();
  await editField(page).waitFor();
}

describe.skipIf(!executable)('the text of an edit', () => {
  it('stays while its message is scrolled out of view, and while another conversation is open', async () => {
    const { alice } = team;
    for (let at = 1; at <= 80; at++)
      await alice.send('design', `line ${at}\n\nand its second paragraph`, 'far');
    const { page, problems } = await team.openTopic(alice, 'far');
    await messageWith(page, 'line 80').waitFor();
    await startEditing(page, 'line 80');
    // The whole form is visible, even though the message was at the end of the view.
    await expect
      .poll(() =>
        page.getByRole('button', { name: 'Save' }).evaluate((button) => {
          const { left, top, bottom } = button.getBoundingClientRect();
          return document.elementFromPoint(left + 5, (top + bottom) / 2) === button;
        }),
      )
      .toBe(true);
    await editField(page).fill('half a correction');
    const scroller = page.locator('.message-scroller');
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollBy(0, -4_000));
        return await editField(page).count();
      }, soon)
      .toBe(0);
    await page.getByRole('button', { name: 'Jump to the newest message' }).click();
    await expect.poll(() => editField(page).inputValue(), soon).toBe('half a correction');
    await goTo(page, 'elsewhere');
    expect(await editField(page).count()).toBe(0);
    await goTo(page, 'far');
    await expect.poll(() => editField(page).inputValue(), soon).toBe('half a correction');
    await editField(page).press('Escape');
    expect(await editField(page).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is not saved while it is too long, and the form says by how much', async () => {
    const { alice } = team;
    await alice.send('design', 'a short text', 'lengths');
    const { page, problems } = await team.openTopic(alice, 'lengths');
    await startEditing(page, 'a short text');
    await editField(page).fill('x'.repeat(10_003));
    await page.getByText('3 characters too long').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await editField(page).press('Control+Enter');
    await editField(page).fill('y'.repeat(10_000));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => editField(page).count(), soon).toBe(0);
    const { message } = await alice.api.get(`/messages/${(await alice.messages([])).at(-1)!.id}`, {
      apply_markdown: false,
    });
    expect(message.content).toBe('y'.repeat(10_000));
    const history = (await alice.api.get(`/messages/${message.id}/history`)).message_history;
    expect(history).toHaveLength(2);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('becomes a draft when the message is deleted meanwhile', async () => {
    const { alice, owner } = team;
    await owner.subscribe(['design']);
    const id = await alice.send('design', 'not for long', 'deleted');
    const { page, problems } = await team.openTopic(alice, 'deleted');
    await messageWith(page, 'not for long').waitFor();
    await startEditing(page, 'not for long');
    await editField(page).fill('a much better text');
    await owner.api.delete(`/messages/${id}`);
    await page.getByText('The message was deleted while you edited it').waitFor();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('a much better text');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not overwrite a change that another window saved meanwhile', async () => {
    const { alice } = team;
    const id = await alice.send('design', 'first version', 'two windows');
    const { page, problems } = await team.openTopic(alice, 'two.20windows');
    await messageWith(page, 'first version').waitFor();
    await startEditing(page, 'first version');
    await editField(page).fill('my version');
    await alice.api.patch(`/messages/${id}`, { content: 'the version of the other window' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('changed meanwhile').waitFor();
    expect(await editField(page).inputValue()).toBe('my version');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => textsOnView(page)).toEqual(['my version']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('gets completions and is saved like the text of a new message', async () => {
    const { alice } = team;
    await alice.send('design', 'ask somebody', 'completed edit');
    const { page, problems } = await team.openTopic(alice, 'completed.20edit');
    await messageWith(page, 'ask somebody').waitFor();
    // In an empty field, one key edits the last own message.
    await fieldOf(page).press('ArrowUp');
    await expect.poll(() => editField(page).inputValue()).toBe('ask somebody');
    await editField(page).fill('ask @bo');
    await page.getByRole('option', { name: 'bob' }).waitFor();
    await editField(page).press('Enter');
    await expect.poll(() => editField(page).inputValue()).toBe('ask @**bob** ');
    await editField(page).press('Control+Enter');
    await messageWith(page, 'ask @bob').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a file that is being uploaded', () => {
  const choose = (page: Page, name: string, bytes: number) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'text ') });

  it('goes into the draft of its conversation when the reader opens another one', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'uploading');
    await slowUploads(page, 300_000);
    await fieldOf(page).fill('See this: ');
    await choose(page, 'report.txt', 600_000);
    await page.getByRole('progressbar', { name: 'Uploading report.txt' }).waitFor();
    await goTo(page, 'meanwhile');
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await fieldOf(page).fill('something else');
    await page.getByText('report.txt is uploaded').waitFor();
    expect(await fieldOf(page).inputValue()).toBe('something else');
    await goTo(page, 'uploading');
    await expect.poll(() => fieldOf(page).inputValue(), soon).toMatch(/^See this: \s*\[report\.txt\]\(/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not move the focus from the field in which the person types when its upload ends', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'focus');
    await slowUploads(page, 300_000);
    await choose(page, 'slow.txt', 500_000);
    await page.getByRole('progressbar', { name: 'Uploading slow.txt' }).waitFor();
    await page.getByRole('textbox', { name: 'Filter channels and people' }).focus();
    await expect.poll(() => fieldOf(page).inputValue(), soon).toContain('[slow.txt](');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Filter channels and people',
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is cancelled together with a message that waits for it, whose text stays', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'cancelled');
    await slowUploads(page, 100_000);
    await fieldOf(page).fill('Here it is: ');
    await choose(page, 'wrong.txt', 500_000);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The message is sent as soon as its files are uploaded.').waitFor();
    await page.getByRole('button', { name: 'Cancel the upload of wrong.txt' }).click();
    await page
      .getByText('The message is sent as soon as its files are uploaded.')
      .waitFor({ state: 'detached' });
    expect(await fieldOf(page).inputValue()).toBe('Here it is: ');
    expect(await textsOnView(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is sent with the message that is sent before the upload ends', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'together');
    await slowUploads(page, 300_000);
    await fieldOf(page).fill('Here it is: ');
    await choose(page, 'late.txt', 500_000);
    await page.getByRole('progressbar', { name: 'Uploading late.txt' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The message is sent as soon as its files are uploaded.').waitFor();
    await page.getByRole('article').getByRole('link', { name: 'late.txt' }).waitFor();
    expect(await textsOnView(page)).toHaveLength(1);
    expect(await fieldOf(page).inputValue()).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a draft', () => {
  it('moves with its text to another topic, and no copy remains', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'from.20here');
    await fieldOf(page).fill('a thought');
    await expect.poll(async () => (await draftsOf()).map(({ topic }) => topic), soon).toContain('from here');
    await page.getByRole('combobox', { name: 'Topic' }).fill('to there');
    await fieldOf(page).fill('a thought, continued');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'to there' }).waitFor();
    await messageWith(page, 'a thought, continued').waitFor();
    await expect
      .poll(async () => (await draftsOf()).filter(({ content }) => content.includes('a thought')), soon)
      .toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is not overwritten by text that is typed before the draft is shown', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'quick');
    await fieldOf(page).fill('written before. ');
    await goTo(page, 'other');
    // Types as soon as the conversation is open, before the stored draft has been loaded.
    await page.evaluate(
      (hash) => {
        const field = document.querySelector<HTMLTextAreaElement>('#compose-message')!;
        const observer = new MutationObserver(() => {
          if (!document.querySelector('h1')?.textContent?.includes('quick')) return;
          observer.disconnect();
          field.focus();
          document.execCommand('insertText', false, 'typed at once');
        });
        observer.observe(document.body, { childList: true, subtree: true });
        location.assign(hash);
      },
      new URL(team.topic('quick')).hash,
    );
    await expect.poll(() => fieldOf(page).inputValue(), soon).toContain('typed at once');
    await expect.poll(() => fieldOf(page).inputValue(), soon).toContain('written before. ');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('without a recipient can be continued, and its deletion can be undone', async () => {
    const { alice } = team;
    await alice.api.post('/drafts', {
      drafts: [{ type: '', to: [], topic: '', content: 'to nobody yet', timestamp: 1 }],
    });
    const { page, problems } = await team.signIn(alice);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Drafts' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'to nobody yet' });
    await card.getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await card.getByRole('button', { name: 'Edit draft' }).click();
    await expect.poll(() => fieldOf(page).inputValue(), soon).toBe('to nobody yet');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a late answer of the server', () => {
  it('does not change the conversation that is open by then: a schedule and a preview', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'slow');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    for (const path of ['scheduled_messages', 'messages/render']) {
      await page.route(`**/api/v1/${path}`, async (route) => {
        await held;
        await route.continue();
      });
    }
    await showFormats(page);
    await fieldOf(page).fill('**for later**');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Tomorrow morning/ })
      .click();
    await goTo(page, 'present');
    await fieldOf(page).fill('for now');
    answer();
    await page.getByText('Scheduled for').waitFor();
    expect(await fieldOf(page).inputValue()).toBe('for now');
    await goTo(page, 'slow');
    // A scheduled text is no longer a draft.
    await expect
      .poll(async () => (await draftsOf()).filter(({ content }) => content === '**for later**'), soon)
      .toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a message that the server refuses', () => {
  it.each([
    ['refusals', {}],
    ['narrow', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])('is edited and sent again, or discarded and restored (%s)', async (topic, options) => {
    const { alice } = team;
    const { page } = await team.openTopic(alice, topic, options);
    await page.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Too loud' } })
        : route.continue(),
    );
    await fieldOf(page).fill('LOUD');
    await fieldOf(page).press('Control+Enter');
    const refused = page.getByRole('article').filter({ hasText: 'Too loud' });
    await refused.getByRole('button', { name: 'Discard' }).click();
    await refused.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await refused.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('LOUD');
    await page.unroute('**/api/v1/messages');
    await fieldOf(page).fill('quiet');
    await fieldOf(page).press('Control+Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['quiet']);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a reaction and a star', () => {
  it('are shown immediately, keep their order, and disappear when the server refuses them', async () => {
    const { alice, bob } = team;
    const id = await bob.send('design', 'react to me', 'at once');
    const { page, problems } = await team.openTopic(alice, 'at.20once');
    const message = messageWith(page, 'react to me');
    await message.focus();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let answered = 0;
    page.on('response', (response) => {
      if (response.url().includes(`/messages/${id}/reactions`)) answered++;
    });
    for (const path of [`messages/${id}/reactions`, 'messages/flags']) {
      await page.route(`**/api/v1/${path}*`, async (route) => {
        await held;
        await route.continue();
      });
    }
    await page.keyboard.press('+');
    await page.keyboard.press('*');
    const own = message.getByRole('button', { name: 'You reacted with +1' });
    await own.waitFor();
    await message.getByRole('img', { name: 'Starred' }).waitFor();
    await page.keyboard.press('+');
    await own.waitFor({ state: 'detached' });
    await page.keyboard.press('+');
    await own.waitFor();
    answer();
    const reactions = async () =>
      ((await alice.messages([{ operator: 'id', operand: id }]))[0] as { reactions: unknown[] }).reactions;
    // The reaction was added, removed and added again.
    await expect.poll(() => answered, soon).toBe(3);
    expect(await reactions()).toHaveLength(1);
    await page.route(`**/api/v1/messages/${id}/reactions*`, (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } }),
    );
    await page.keyboard.press('+');
    await page.getByText('Not today').first().waitFor();
    await own.waitFor();
    expect(await reactions()).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('more messages than one call changes', () => {
  it('are all marked as unread', async () => {
    const { alice, bob } = team;
    const first = await bob.send('design', 'the first of very many', 'many');
    const last = await bob.send('design', 'the last of very many', 'many');
    const { page, problems } = await team.openTopic(alice, 'many');
    await messageWith(page, 'the first of very many').waitFor();
    const anchors: (string | null)[] = [];
    await page.route('**/api/v1/messages/flags/narrow', async (route) => {
      anchors.push(new URLSearchParams(route.request().postData() ?? '').get('anchor'));
      const response = await route.fetch();
      const json = { ...(await response.json()), ...(anchors.length === 1 && { found_newest: false }) };
      await route.fulfill({ response, json });
    });
    const message = messageWith(page, 'the first of very many');
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await page.getByText('Marked as unread.').waitFor();
    expect(anchors).toEqual([String(first), String(last)]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
