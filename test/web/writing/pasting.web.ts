/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/pasting.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** A PNG picture of 1 × 1 pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Copies data in these kinds, and pastes them into the field with the focus. */
async function copyAndPaste(
  page: Page,
  data: { text?: string; html?: string; hasPicture?: boolean },
): Promise<void> {
  await page.evaluate(
    async ([{ text, html, hasPicture }, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      const kinds: Record<string, Blob> = {};
      if (text !== undefined) kinds['text/plain'] = new Blob([text], { type: 'text/plain' });
      if (html !== undefined) kinds['text/html'] = new Blob([html], { type: 'text/html' });
      if (hasPicture) kinds['image/png'] = new Blob([bytes], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem(kinds)]);
    },
    [data, picture] as const,
  );
  await page.keyboard.press('Control+v');
}

const permissions = ['clipboard-read', 'clipboard-write'];
const cellsInHtml =
  '<table><tr><td>Name</td><td>Sum</td></tr><tr><td>Tea</td><td>3</td></tr><tr><td>Cake</td><td>12</td></tr></table>';
const cellsInText = 'Name\tSum\r\nTea\t3\r\nCake\t12\r\n';
const cellsInMarkdown = '| Name | Sum |\n| --- | --- |\n| Tea | 3 |\n| Cake | 12 |\n';

describe.skipIf(!executable)('what is pasted', () => {
  it('from a spreadsheet becomes a table, which undo takes back', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'cells', { permissions });
    await fieldOf(page).fill('Please check:');
    await copyAndPaste(page, { text: cellsInText, html: cellsInHtml, hasPicture: true });
    await expect.poll(() => fieldOf(page).inputValue()).toBe(`Please check:\n\n${cellsInMarkdown}`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => fieldOf(page).inputValue()).toBe('Please check:');
    await page.keyboard.press('Control+Shift+v');
    const plain = `Please check:${cellsInText.replaceAll('\r\n', '\n')}`;
    await expect.poll(() => fieldOf(page).inputValue()).toBe(plain);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const table = page.getByRole('article').getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('cell').allInnerTexts()).toEqual(['Tea', '3', 'Cake', '12']);
    expect(await page.locator('.upload').count()).toBe(0);
    expect((await team.alice.api.get('/attachments')).attachments).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('from a spreadsheet stays text in a code block', async () => {
    const { page } = await team.openTopic(team.alice, 'code', { permissions });
    await fieldOf(page).fill('```\n');
    await copyAndPaste(page, { text: cellsInText, html: cellsInHtml, hasPicture: true });
    await expect
      .poll(() => fieldOf(page).inputValue())
      .toBe(`\`\`\`\n${cellsInText.replaceAll('\r\n', '\n')}`);
    await page.context().close();
  });

  it('from a spreadsheet becomes a table in the edit of a message, too', async () => {
    const { page } = await team.openTopic(team.alice, 'edited', { permissions });
    await team.alice.send('design', 'Sums', 'edited');
    await page.getByRole('article').getByText('Sums').waitFor();
    await page.keyboard.press('ArrowLeft');
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await expect.poll(() => field.inputValue()).toBe('Sums');
    await field.press('End');
    await copyAndPaste(page, { text: cellsInText, html: cellsInHtml, hasPicture: true });
    await expect.poll(() => field.inputValue()).toBe(`Sums\n\n${cellsInMarkdown}`);
    await page.context().close();
  });

  it('as an address becomes the short form of a linkifier, and undo brings the address back', async () => {
    const { owner } = team;
    await owner.api.post('/realm/filters', {
      pattern: '(?P<project>[a-z]+)#(?P<id>[0-9]+)',
      url_template: 'https://issues.example/{project}/{id}',
      alternative_url_templates: ['https://old.example/?issue={id}&in={project}'],
      example_input: 'web#12',
      reverse_template: '{project}#{id}',
    });
    const { page, problems } = await team.openTopic(team.alice, 'short', { permissions });
    const field = fieldOf(page);
    await field.fill('See ');
    await copyAndPaste(page, { text: 'https://issues.example/web/12' });
    await expect.poll(() => field.inputValue()).toBe('See web#12');
    await page.keyboard.type(' and ');
    await expect.poll(() => field.inputValue()).toBe('See web#12 and ');
    await copyAndPaste(page, { text: 'https://old.example/?issue=7&in=web' });
    await expect.poll(() => field.inputValue()).toBe('See web#12 and web#7');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe('See web#12 and https://old.example/?issue=7&in=web');
    // A text that the pattern does not match would be no link. In code and within a link, people mean the address itself.
    for (const [before, address] of [
      ['', 'https://issues.example/web/next'],
      ['`', 'https://issues.example/web/12'],
      ['[here](', 'https://issues.example/web/12'],
      ['```\n', 'https://issues.example/web/12'],
    ] as const) {
      await field.fill(before);
      await copyAndPaste(page, { text: address });
      await expect.poll(() => field.inputValue()).toBe(before + address);
      await page.waitForTimeout(300);
      expect(await field.inputValue()).toBe(before + address);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('from a word processor is the text, and from a page the picture', async () => {
    const { page, problems } = await team.openTopic(team.bob, 'words', { permissions });
    await fieldOf(page).focus();
    await copyAndPaste(page, { text: 'Dear team', html: '<p><b>Dear</b> team</p>', hasPicture: true });
    await expect.poll(() => fieldOf(page).inputValue()).toBe('Dear team');
    await page.waitForTimeout(300);
    expect(await page.locator('.upload').count()).toBe(0);
    await fieldOf(page).fill('');
    await copyAndPaste(page, {
      html: '<img src="https://example.com/cat.png" alt="A cat">',
      hasPicture: true,
    });
    await expect
      .poll(() => fieldOf(page).inputValue(), soon)
      .toMatch(/^\[image\.png\]\(\/user_uploads\/.*\)\n$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

const names = ['first.txt', 'second.txt', 'third.txt', 'fourth.txt'];

/** Hands files over together. */
async function hand(page: Page, way: 'choose' | 'paste' | 'drop'): Promise<void> {
  if (way === 'choose') {
    const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
    await page.locator('input[type=file]').setInputFiles(files);
    return;
  }
  await fieldOf(page).evaluate(
    (element, [kind, all]) => {
      const data = new DataTransfer();
      for (const name of all) data.items.add(new File([name], name, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      );
    },
    [way, names] as const,
  );
}

/** Lets the uploads of the files begin only when they are released. */
async function gateUploads(page: Page) {
  const gates = new Map(names.map((name) => [name, Promise.withResolvers<'go' | 'refuse'>()]));
  const ended: string[] = [];
  await page.route('**/api/v1/tus', async (route) => {
    const metadata = route.request().headers()['upload-metadata'] ?? '';
    const name = Buffer.from(/filename (\S+?)(?:,|$)/.exec(metadata)![1]!, 'base64').toString();
    if ((await gates.get(name)!.promise) === 'go') await route.continue();
    else {
      await route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'No' } });
    }
    ended.push(name);
  });
  return {
    async release(name: string, outcome: 'go' | 'refuse' = 'go') {
      gates.get(name)!.resolve(outcome);
      await expect.poll(() => ended).toContain(name);
      // The answer takes a moment to take effect.
      await page.waitForTimeout(300);
    },
  };
}

const namesIn = async (page: Page): Promise<string[]> =>
  [...(await fieldOf(page).inputValue()).matchAll(/\[(.*?)\]/g)].map(([, name]) => name!);

describe.skipIf(!executable)('files that are added together', () => {
  it.each(['choose', 'paste', 'drop'] as const)(
    'keep their order whatever finishes first (%s)',
    async (way) => {
      const { page, problems } = await team.openTopic(team.alice, `order${way}`);
      const uploads = await gateUploads(page);
      await hand(page, way);
      await page.getByRole('progressbar').nth(3).waitFor();
      for (const name of ['fourth.txt', 'second.txt', 'first.txt', 'third.txt']) await uploads.release(name);
      await expect.poll(() => namesIn(page), soon).toEqual(names);
      expect(await page.locator('.upload').count()).toBe(0);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('do not wait for one that failed or was cancelled', async () => {
    const { page } = await team.openTopic(team.alice, 'failing');
    const uploads = await gateUploads(page);
    await hand(page, 'choose');
    await page.getByRole('progressbar').nth(3).waitFor();
    await uploads.release('fourth.txt');
    await uploads.release('second.txt', 'refuse');
    expect(await namesIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the upload of first.txt' }).click();
    await page.waitForTimeout(300);
    expect(await namesIn(page)).toEqual([]);
    await uploads.release('third.txt');
    await expect.poll(() => namesIn(page), soon).toEqual(['third.txt', 'fourth.txt']);
    await page.context().close();
  });

  it('go into the draft in their order when another conversation is opened', async () => {
    const { page } = await team.openTopic(team.alice, 'leaving');
    const uploads = await gateUploads(page);
    await hand(page, 'choose');
    await page.getByRole('progressbar').nth(3).waitFor();
    await page.goto(team.topic('elsewhere'));
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    for (const name of names.toReversed()) await uploads.release(name);
    await page.goto(team.topic('leaving'));
    await expect.poll(() => namesIn(page), soon).toEqual(names);
    await page.context().close();
  });

  it('may be empty', async () => {
    const { page } = await team.openTopic(team.alice, 'empty');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await expect.poll(() => namesIn(page), soon).toEqual(['nothing.txt']);
    await page.context().close();
  });
});
