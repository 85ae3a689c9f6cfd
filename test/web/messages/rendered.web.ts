import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/rendered.web.ts');

/** A PNG file. */
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (each) => each.charCodeAt(0),
);

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns the computed direction of each element. */
const directions = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(`.message-region ${selector}`)
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));

describe.skipIf(!executable)('a message from right to left', () => {
  it('has its direction from its own words, and code, formulas and tables in theirs', async () => {
    const { alice, bob } = team;
    const text = [
      '@**alice** שלום, זה `git push --force` בדיקה',
      'https://a.example.com/x קישור',
      'An English paragraph with שלום',
      '1. ראשון\n2. שני',
      '> ציטוט',
      '```js\nconst a = f(1) || b[2];\n```',
      '| שם | a |\n|---|--:|\n| ערך | 1 |',
      '$$a < b + \\frac{c}{d}$$ נוסחה',
    ].join('\n\n');
    await bob.send('design', text, 'rtl');
    const { page, problems } = await team.openTopic(alice, 'rtl');
    await page.getByText('ראשון').waitFor();
    expect(await directions(page, '.content')).toEqual(['rtl']);
    expect(await directions(page, '.content > p')).toEqual(['rtl', 'rtl', 'ltr', 'rtl']);
    expect(await directions(page, '.content :is(ol, blockquote, table)')).toEqual(['rtl', 'rtl', 'rtl']);
    const parts = '.content :is(code, .codehilite, .katex, a, .user-mention)';
    expect(new Set(await directions(page, parts))).toEqual(new Set(['ltr']));
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    for (const [typed, direction] of [
      ['@**bob** שלום', 'rtl'],
      ['`code` שלום', 'rtl'],
      ['@**bob** hello שלום', 'ltr'],
    ]) {
      await field.fill(typed!);
      expect(await field.getAttribute('dir'), typed).toBe(direction);
    }
    await field.fill('');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the preview of a message from right to left', () => {
  it('has its direction in the inbox', async () => {
    const { alice, bob } = team;
    await bob.send('design', '**חדש** in the inbox', 'previews');
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url('#inbox'));
    const preview = page.locator('.inbox-preview').filter({ hasText: 'חדש in the inbox' });
    await preview.waitFor();
    expect(await preview.getAttribute('dir')).toBe('rtl');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('rendered content', () => {
  it('keeps the alignment of tables, and lets wide formulas scroll in their place', async () => {
    const { alice, bob } = team;
    const wide = Array.from({ length: 60 }, (_, at) => `x_{${at}}`).join(' + ');
    await bob.send(
      'design',
      `|left|mid|right|\n|:--|:-:|--:|\n|1|2|3|4|\n\nso $$${wide}$$ and $$y^2$$ end`,
      'wide',
    );
    const { page, problems } = await team.openTopic(alice, 'wide');
    const cells = page.locator('.message-region tbody td');
    await cells.first().waitFor();
    const aligned = await cells.evaluateAll((all) => all.map((each) => getComputedStyle(each).textAlign));
    expect(aligned).toEqual(['left', 'center', 'right', 'start']);
    const [formula, short] = await page.locator('.message-region .katex').evaluateAll((all) =>
      all.map((each) => {
        const box = each.getBoundingClientRect();
        const content = each.closest('.content')!.getBoundingClientRect();
        return { hidden: each.scrollWidth - each.clientWidth, isInside: box.right <= content.right + 1 };
      }),
    );
    expect(formula).toMatchObject({ isInside: true });
    expect(formula!.hidden).toBeGreaterThan(100);
    expect(short).toEqual({ hidden: 0, isInside: true });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps its times in a search result below the pointer', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'findable at <time:2026-01-31T12:00:00Z>', 'found');
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url('#narrow/search/findable'));
    const result = page.getByRole('article').filter({ hasText: 'findable' });
    await result.hover();
    const words = page.locator('.result-body').getByText(/Jan 31/);
    await words.waitFor();
    expect(await words.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has previews in the size that the organization chose', async () => {
    const { owner, alice, bob } = team;
    const { page } = await team.openTopic(alice, 'sizes');
    const wide = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1_600, 800);
      canvas.getContext('2d')?.fillRect(0, 0, 800, 400);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    });
    const url = await team.upload(bob, 'wide.png', 'image/png', Uint8Array.from(wide));
    await bob.send('design', `[wide.png](${url})`, 'sizes');
    const image = page.locator('.message-region .message_inline_image img');
    const width = async () => (await image.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(50);
    const usual = await width();
    await owner.api.patch('/realm', { media_preview_size: 150 });
    await expect.poll(width).toBeGreaterThan(usual * 1.2);
    await owner.api.patch('/realm', { media_preview_size: 100 });
    await expect.poll(width).toBe(usual);
    await page.context().close();
  });

  it('shows an uploaded image in its line, and opens it in the viewer', async () => {
    const { alice, bob } = team;
    const url = await team.upload(bob, 'dot.png', 'image/png', picture);
    await bob.send('design', `before ![a red square](${url}) after`, 'in-line');
    const { page, problems } = await team.openTopic(alice, 'in-line');
    const image = page.locator('.message-region p img.inline-image');
    await image.waitFor();
    expect(await image.getAttribute('alt')).toBe('a red square');
    expect(await page.locator('.message-region .content').textContent()).toBe('before  after');
    await image.click();
    await page.getByRole('dialog', { name: 'a red square' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is copied without the words of buttons, with the marks of lists and the sources of formulas', async () => {
    const { alice, bob } = team;
    const text = [
      'one\ntwo **bold** `c`',
      '- a\n- b\n  - c',
      '3. x\n4. y',
      '> quoted',
      '```js\nf(1);\n  g(2);\n```',
      '|h|i|\n|-|-|\n|1|2|',
      'so $$x^2$$ is',
      '```math\ny^2\n```',
      '```spoiler head\nhidden\n```',
      ':tada:',
    ].join('\n\n');
    await bob.send('design', text, 'copying');
    const { page, problems } = await team.openTopic(alice, 'copying');
    await page.getByText('quoted').waitFor();
    const copied = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          getSelection()!.selectAllChildren(element);
          const clipboardData = new DataTransfer();
          const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
          return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') };
        });
    const whole = await copied('.message-region .content');
    expect(whole.text.split(/\n+/)).toEqual([
      ...['one', 'two bold c', '* a', '* b', '  * c', '3. x', '4. y', '> quoted', 'f(1);', '  g(2);'],
      ...['h\ti', '1\t2', 'so $$x^2$$ is', '```math', 'y^2', '```', 'head', '🎉'],
    ]);
    expect(whole.text).toContain(
      '* a\n* b\n  * c\n\n3. x\n4. y\n\n> quoted\n\nf(1);\n  g(2);\n\nh\ti\n1\t2\n\nso',
    );
    expect(whole.html).not.toMatch(/<button|Copy<|Show</);
    expect(whole.html).toContain('<strong>bold</strong>');
    expect((await copied('.message-region ol li:last-child')).text).toBe('4. y');
    expect((await copied('.message-region article')).text).toMatch(/^bob \S[^\n]*\n+one\ntwo bold c\n/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
