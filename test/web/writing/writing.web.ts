/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, showFormats, slowUploads, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/writing.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

describe.skipIf(!executable)('a file', () => {
  it('is uploaded with progress, can be cancelled, and goes into the message', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'files');
    await slowUploads(page, 400_000);
    const choose = (name: string, bytes: number) =>
      page.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.alloc(bytes, 'text '),
      });
    await choose('huge.txt', 8_000_000);
    await page.getByRole('progressbar', { name: 'Uploading huge.txt' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the upload of huge.txt' }).click();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await choose('notes.txt', 300_000);
    await page.getByRole('progressbar', { name: 'Uploading notes.txt' }).waitFor();
    await expect.poll(() => fieldOf(page).inputValue(), { timeout: 20_000 }).toMatch(/^\[notes\.txt\]\(/);
    expect(await fieldOf(page).inputValue()).not.toContain('huge');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const link = page.getByRole('article').getByRole('link', { name: 'notes.txt' });
    await link.waitFor();
    const file = await page.request.get(new URL((await link.getAttribute('href'))!, page.url()).href);
    expect((await file.body()).length).toBe(300_000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is uploaded from the clipboard and by a drop', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'dropped');
    const hand = (type: 'paste' | 'drop', name: string) =>
      fieldOf(page).evaluate(
        (element, [kind, file]) => {
          const data = new DataTransfer();
          data.items.add(new File(['content'], file!, { type: 'text/plain' }));
          const init = { bubbles: true, cancelable: true };
          element.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...init, clipboardData: data })
              : new DragEvent('drop', { ...init, dataTransfer: data }),
          );
        },
        [type, name],
      );
    await hand('paste', 'pasted.txt');
    await expect.poll(() => fieldOf(page).inputValue()).toContain('[pasted.txt](');
    await hand('drop', 'dropped.txt');
    await expect.poll(() => fieldOf(page).inputValue()).toContain('[dropped.txt](');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: 'pasted.txt' }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'dropped.txt' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** What ends the writing, or leads to other fields by intent. */
const notInText = new Set(['Send', 'Save', 'Cancel', 'Preview']);

/** Presses each tool of a box and then a key, which is typed into the text. `S` is a shortcut elsewhere, and stands in no format. */
async function pressTools(page: Page, box: Locator, text: Locator): Promise<string[]> {
  const address = page.url();
  page.on('filechooser', () => undefined);
  await text.fill('aaa');
  const names = await box
    .locator('.compose-tools button:enabled')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''));
  // The last one hides others.
  const tools = names.filter((name) => !notInText.has(name) && name !== 'Formatting').concat('Formatting');
  const opened = page.locator('[role="menu"], [role="dialog"]');
  for (const name of tools) {
    await text.fill('aaa');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const tool = box.getByRole('button', { name, exact: true });
    const opens = name === 'Schedule' || (await tool.getAttribute('aria-haspopup')) !== null;
    await tool.click();
    if (opens) {
      await opened.first().waitFor();
      await page.keyboard.press('Escape');
      await opened.first().waitFor({ state: 'detached' });
    }
    await page.keyboard.press('S');
    await expect.poll(() => text.inputValue(), { message: name }).toContain('S');
    expect([name, page.url(), await opened.count()]).toEqual([name, address, 0]);
  }
  return tools;
}

describe.skipIf(!executable)('the tools of a message', () => {
  it('leave whoever presses them in the text, when it is new', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'tools');
    await showFormats(page);
    const box = page.getByRole('group', { name: 'Compose' });
    const tools = await pressTools(page, box, fieldOf(page));
    expect(tools).toEqual(expect.arrayContaining(['Attach files', 'Insert emoji', 'Bold', 'Schedule']));
    // A key at a tool that the keyboard has reached is typed, too.
    const attach = box.getByRole('button', { name: 'Attach files' });
    await attach.focus();
    await page.keyboard.press('S');
    await expect.poll(() => fieldOf(page).inputValue()).toMatch(/S.*S/s);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('leave whoever presses them in the text, when it is edited', async () => {
    await team.alice.send('design', 'to be edited', 'tools of edits');
    const { page, problems } = await team.openTopic(team.alice, 'tools of edits');
    await page.getByText('to be edited').waitFor();
    await fieldOf(page).press('ArrowUp');
    const text = page.getByRole('textbox', { name: 'Edit message' });
    await text.waitFor();
    const box = page.locator('.compose.is-edit');
    await box.getByRole('button', { name: 'Formatting', exact: true }).click();
    await box.getByRole('group', { name: 'Formatting', exact: true }).waitFor();
    await pressTools(page, box, text);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('leave a finger in the text', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'fingers', {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    });
    const address = page.url();
    await fieldOf(page).tap();
    await page.getByRole('button', { name: 'Formatting', exact: true }).tap();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Bold' }).tap();
    await page.keyboard.press('a');
    await expect.poll(() => fieldOf(page).inputValue()).toBe('m**a**');
    expect(page.url()).toBe(address);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the text of a message', () => {
  it('gets completions of people, channels, topics, emoji and commands', async () => {
    await team.alice.send('design', 'first', 'completing');
    await team.owner.api.post('/user_groups/create', { name: 'painters', description: '', members: [] });
    await team.network.caughtUp();
    const { page, problems } = await team.openTopic(team.alice, 'completing');
    const field = fieldOf(page);
    const complete = async (typed: string, option: string | RegExp, result: string) => {
      await field.fill('');
      await field.pressSequentially(typed);
      await page.getByRole('option', { name: option }).first().waitFor();
      await field.press('Enter');
      await expect.poll(() => field.inputValue()).toBe(result);
    };
    await complete('Hi @bo', 'bob', 'Hi @**bob** ');
    await complete('Hi @_bo', 'bob', 'Hi @_**bob** ');
    await complete('Hi @pain', /^painters/, 'Hi @*painters* ');
    await complete('Hi @_pain', /^painters/, 'Hi @_*painters* ');
    await complete('see #des', /^#design/, 'see #**design** ');
    await complete('see #**design>comp', /^completing/, 'see #**design>completing** ');
    await complete('nice :tad', ':tada:', 'nice :tada: ');
    await complete('/po', /^\/poll/, '/poll ');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('gets suggestions of the people of the topic first, and of the author last', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'Who has time?', 'offers');
    const { page } = await team.openTopic(alice, 'offers');
    await page.getByText('Who has time?').waitFor();
    await page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially('@');
    const names = page.getByRole('option').locator('span[dir]');
    await expect.poll(() => names.first().textContent()).toBe('bob');
    expect((await names.allTextContents()).indexOf('alice')).toBeGreaterThan(1);
    await page.context().close();
  });

  it('accepts saved texts and links to calls', async () => {
    const { alice, owner } = team;
    await alice.api.post('/saved_snippets', { title: 'Greeting', content: 'Dear team,' });
    await owner.api.patch('/realm', {
      video_chat_provider: 1,
      jitsi_server_url: 'https://meet.example',
    });
    await team.network.caughtUp();
    const { page, problems } = await team.openTopic(alice, 'inserting');
    await showFormats(page);
    const insert = page.getByRole('button', { name: 'Insert', exact: true });
    await insert.click();
    await page.getByRole('menuitem', { name: 'Insert a saved text' }).click();
    await page.getByRole('menuitem', { name: 'Greeting' }).click();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('Dear team,');
    await insert.click();
    await page.getByRole('menuitem', { name: 'Voice call' }).click();
    await expect
      .poll(() => fieldOf(page).inputValue())
      .toMatch(/^Dear team,\[Join the voice call\]\(https:\/\/meet\.example\/[0-9a-f]{32}#.*=true\) $/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: 'Join the voice call' }).waitFor();
    await owner.api.patch('/realm', { video_chat_provider: 0 });
    await team.network.caughtUp();
    await expect
      .poll(async () => {
        await insert.click();
        await page.getByRole('menuitem', { name: 'Numbered list' }).waitFor();
        const count = await page.getByRole('menuitem', { name: 'Voice call' }).count();
        await page.keyboard.press('Escape');
        return count;
      })
      .toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is scheduled for later, listed, and deleted', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'plans');
    await fieldOf(page).fill('Good morning');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Tomorrow morning/ })
      .click();
    await page.getByText(/^Scheduled for/).waitFor();
    expect(await fieldOf(page).inputValue()).toBe('');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Scheduled' }).click();
    await page.getByText('Good morning').waitFor();
    await page.getByText('#design › plans').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is scheduled').waitFor();
    const { scheduled_messages: left } = await team.alice.api.get('/scheduled_messages');
    expect(left).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows mentions without their marks', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'marks');
    await fieldOf(page).fill('Ask @**bob** in #**design**, **please**');
    const seen = page.locator('.live-marks .is-mention:not(.is-address)');
    await expect.poll(() => seen.allTextContents()).toEqual(['bob', 'design']);
    expect(await page.locator('.live-marks .is-bold').count()).toBe(0);
    await fieldOf(page).fill('Nobody');
    await page.locator('.live-marks').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is the name of its new topic, if nothing else is written', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'known');
    await page.getByRole('navigation').getByRole('link', { name: 'design', exact: true }).hover();
    await page.getByRole('button', { name: 'Start a topic in #design' }).click();
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await topic.pressSequentially('Who has the key of the cellar?');
    await page.getByText('Ctrl+Enter sends this as the message').waitFor();
    await topic.press('Control+Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['Who has the key of the cellar?']);
    expect(new URL(page.url()).hash).toContain('Who.20has.20the.20key.20of.20the.20cellar');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is sent with Enter or with Ctrl+Enter, as the setting says', async () => {
    const { alice } = team;
    await alice.api.patch('/settings', { enter_sends: true });
    const { page, problems } = await team.openTopic(alice, 'enter');
    await fieldOf(page).pressSequentially('one');
    await fieldOf(page).press('Shift+Enter');
    await fieldOf(page).pressSequentially('two');
    await fieldOf(page).press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['one\ntwo']);
    await alice.api.patch('/settings', { enter_sends: false });
    await team.network.caughtUp();
    await page.waitForTimeout(500);
    await fieldOf(page).pressSequentially('three');
    await fieldOf(page).press('Enter');
    await fieldOf(page).pressSequentially('four');
    await fieldOf(page).press('Control+Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['one\ntwo', 'three\nfour']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is the reason to ask once whether Enter sends, where it has started a new line', async () => {
    const { alice } = team;
    const { page, problems } = await team.openTopic(alice, 'asked');
    const question = page.getByText('Would you rather send with Enter?');
    await fieldOf(page).pressSequentially('five');
    await fieldOf(page).press('Enter');
    await question.waitFor();
    await page.getByRole('button', { name: 'Switch to Enter' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => (await alice.api.post('/register')).user_settings.enter_sends).toBe(true);
    // The focus is in the text again.
    await page.keyboard.type('six');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['five\nsix']);
    await alice.api.patch('/settings', { enter_sends: false });
    await page.reload();
    await fieldOf(page).pressSequentially('seven');
    await fieldOf(page).press('Enter');
    await page.waitForTimeout(500);
    expect(await question.count()).toBe(0);
    await fieldOf(page).fill('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is formatted with the keyboard and previewed before it is sent', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'formats');
    await showFormats(page);
    const field = fieldOf(page);
    await field.pressSequentially('strong');
    await field.press('Control+A');
    await field.press('Control+B');
    await expect.poll(() => field.inputValue()).toBe('**strong**');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.preview strong').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => field.inputValue()).toBe('**strong**');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is previewed with a file whose upload ends before or after the preview is shown', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'previews');
    await showFormats(page);
    let upload = Promise.withResolvers<void>();
    let rendering = Promise.withResolvers<void>();
    await page.route('**/tus/**', async (route) => {
      await upload.promise;
      await route.continue();
    });
    await page.route('**/messages/render', async (route) => {
      await rendering.promise;
      await route.continue();
    });
    const attach = (name: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await fieldOf(page).fill('Read this: ');
    await attach('early.txt');
    const asked = page.waitForRequest('**/messages/render');
    await page.getByRole('button', { name: 'Preview' }).click();
    await asked;
    upload.resolve();
    await expect.poll(() => fieldOf(page).inputValue()).toContain('early.txt');
    rendering.resolve();
    await page.locator('.preview').getByRole('link', { name: 'early.txt' }).waitFor();
    [upload, rendering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await attach('late.txt');
    upload.resolve();
    rendering.resolve();
    await page.locator('.preview').getByRole('link', { name: 'late.txt' }).waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: 'late.txt' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is not previewed if the person has stopped the preview, or writes again, before it is rendered', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'stopped');
    await showFormats(page);
    let rendering = Promise.withResolvers<void>();
    await page.route('**/messages/render', async (route) => {
      await rendering.promise;
      await route.continue();
    });
    await fieldOf(page).fill('**strong**');
    const button = page.getByRole('button', { name: 'Preview' });
    for (const stop of [() => button.click(), () => fieldOf(page).click()]) {
      await button.click();
      await stop();
      const rendered = page.waitForResponse('**/messages/render');
      rendering.resolve();
      await (await rendered).finished();
      await page.waitForTimeout(100);
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
      expect(await page.locator('.preview').count()).toBe(0);
      expect(await fieldOf(page).inputValue()).toBe('**strong**');
      rendering = Promise.withResolvers<void>();
    }
    rendering.resolve();
    await button.click();
    await page.locator('.preview strong').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.preview').waitFor({ state: 'detached' });
    await expect.poll(() => fieldOf(page).inputValue()).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('goes to several people, who are found by their names', async () => {
    const { page, problems } = await team.signIn(team.alice);
    await page.keyboard.press('x');
    const to = page.getByRole('combobox', { name: 'To' });
    for (const name of ['bo', 'own']) {
      await to.pressSequentially(name);
      await page.getByRole('option').first().waitFor();
      await to.press('Enter');
    }
    await to.press('Enter');
    await page.keyboard.type('Hello you two');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => textsOnView(page)).toEqual(['Hello you two']);
    const [message] = await team.bob.messages([], { num_before: 1 });
    expect((message!.display_recipient as unknown[]).length).toBe(3);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
