/// <reference lib="dom" />
import type { Person } from '@parley/test-kit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/switching.web.ts');

let team: Team;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ alice, bob } = team);
  await alice.subscribe(['engineering'], [alice, bob]);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });

/** Opens the switcher and types a text. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box(page).pressSequentially(text);
}

/** Opens the results of a search by the keyboard alone. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await box(page).fill(text);
  await box(page).press('Control+Enter');
  await page.getByRole('region', { name: 'Messages' }).waitFor();
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

/** Waits until no text and no picture of a result is cut through, and returns how the results are shown. */
async function excerpts(page: Page) {
  const all = page.locator('.result-body');
  await expect.poll(() => all.evaluateAll((bodies) => bodies.flatMap(window.cutParts)), soon).toEqual([]);
  return await all.evaluateAll((bodies) =>
    bodies.map((body) => {
      const box = body.getBoundingClientRect();
      const hit = body.querySelector('.highlight')!.getBoundingClientRect();
      const head = body.parentElement!.querySelector('.result-head')!.getBoundingClientRect();
      return {
        height: box.height,
        hasHit: hit.top >= box.top && hit.bottom <= box.bottom,
        gap: box.top - head.bottom,
        fromStart: body.scrollTop === 0,
        isCut: body.scrollHeight > body.clientHeight + 1,
        isFaded: getComputedStyle(body).maskImage !== 'none',
      };
    }),
  );
}

declare global {
  interface Window {
    /** Returns the parts of a result that its box cuts through. */
    cutParts: (body: Element) => string[];
  }
}

/** Implements `cutParts`, in the page. */
function defineCutParts(): void {
  window.cutParts = (body) => {
    const box = body.getBoundingClientRect();
    const found: string[] = [];
    const check = (name: string, rects: Iterable<DOMRect>) => {
      for (const { top, bottom } of rects)
        for (const edge of [box.top, box.bottom])
          if (top < edge - 1 && bottom > edge + 1) found.push(`${name}: ${top} to ${bottom}, cut at ${edge}`);
    };
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      check(node.textContent ?? '', range.getClientRects());
    }
    for (const each of body.querySelectorAll('img, button, .file-card'))
      check(each.tagName, each.getClientRects());
    return found;
  };
}

const opacityOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).opacity);
const backgroundOf = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);

describe.skipIf(!executable)('the switcher', () => {
  it('finds messages with links by one word', async () => {
    await bob.send('design', 'See https://example.com/plan', 'plans');
    const { page, problems } = await team.signIn(alice);
    await page.getByRole('button', { name: 'Search or go to' }).waitFor();
    await find(page, 'link');
    await page
      .getByRole('option', { name: /^Links/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText('https://example.com/plan').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is the search box, without title and close button, and marks the letters that match', async () => {
    const { page, problems } = await team.signIn(alice);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to or do' });
    await dialog.waitFor();
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    expect(await dialog.locator('h2:not(.visually-hidden)').count()).toBe(0);
    await box(page).pressSequentially('engin');
    const option = dialog.getByRole('option', { name: /engineering/ }).first();
    await option.waitFor();
    expect(await option.locator('mark').allTextContents()).toEqual(['engin']);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), soon).toContain('engineering');
    await page.keyboard.press('/');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds topics and messages that this client has not loaded, and opens a message in its conversation', async () => {
    await bob.send('engineering', 'The quokka sleeps in the server room', 'marsupial sightings');
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url('#drafts'));
    await page.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
    await find(page, 'marsup');
    await page
      .getByRole('option', { name: /marsupial sightings #engineering/ })
      .first()
      .waitFor();
    await box(page).fill('quokka');
    const message = page.getByRole('group', { name: 'Messages' }).getByRole('option').first();
    await message.waitFor();
    expect(await message.locator('mark').allTextContents()).toEqual(['quokka']);
    await message.click();
    await expect.poll(() => page.url(), soon).toContain('marsupial');
    await expect.poll(() => textsOnView(page)).toEqual(['The quokka sleeps in the server room']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows what one goes to, then messages, then commands and settings, and the search last', async () => {
    await team.owner.subscribe(['engineering'], [team.owner]);
    await bob.send('engineering', 'The invoice is wrong', 'invoice export');
    await bob.send('engineering', 'We meet at noon', 'interview questions');
    const { page, problems } = await team.signIn(team.owner);
    const headings = () =>
      page
        .getByRole('listbox')
        .getByRole('group')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await find(page, 'invo');
    await page.getByRole('option', { name: /^invoice export #engineering/ }).waitFor();
    await box(page).fill('inv');
    await expect.poll(headings, soon).toEqual(['Go to', 'Messages', 'Commands and settings']);
    const options = page.getByRole('option');
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    expect(await options.first().textContent()).toBe('invoice export#engineering');
    expect(await options.last().textContent()).toBe('Search for “inv”');
    // The letters of this topic are only scattered.
    expect(await options.filter({ hasText: 'interview' }).count()).toBe(0);
    await box(page).fill('qqqq');
    await expect.poll(() => options.first().textContent(), soon).toBe('Search for “qqqq”');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does what a menu does, and offers first what is used often', async () => {
    for (const topic of ['planning alpha', 'planning beta']) await bob.send('engineering', 'plans', topic);
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.signIn(alice);
    await find(page, 'switch dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    const firstFor = async (text: string) => {
      await find(page, text);
      await page.getByRole('option', { name: /^planning beta #engineering/ }).waitFor();
      return await page.getByRole('option').first().textContent();
    };
    for (const topic of ['alpha', 'beta']) {
      await find(page, `planning ${topic}`);
      await page
        .getByRole('option', { name: new RegExp(`^planning ${topic} #engineering`) })
        .first()
        .click();
      await expect.poll(() => page.url(), soon).toContain(`topic/planning.20${topic}`);
    }
    await page.goto(team.url('#drafts'));
    await page.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
    expect(await firstFor('planning')).toContain('planning beta');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the results of a search', () => {
  it('have filters, an order and a correction, which are operators of the text', async () => {
    await bob.send('design', 'A gazebo for the garden', 'gazebos');
    await alice.send('engineering', 'Who ordered a gazebo?', 'orders');
    await alice.send('engineering', 'gazebo at https://example.com', 'orders');
    const { page, problems } = await team.signIn(alice);
    await search(page, 'gazebo');
    await expect.poll(() => textsOnView(page).then((texts) => texts.length)).toBe(3);
    await tab(page, /Messages 3/).waitFor();
    await tab(page, /Topics [1-9]/).waitFor();
    // What has no results has no tab, and keys go past it.
    await expect.poll(() => tab(page, /^(?:Files|People|Channels)/).count(), soon).toBe(0);
    await tab(page, /Messages/).focus();
    for (const name of [/Topics/, /Messages/]) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => tab(page, name).getAttribute('aria-selected'), soon).toBe('true');
      expect(await tab(page, name).evaluate((each) => each === document.activeElement)).toBe(true);
    }
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('button', { name: /^bob 1/ }).click();
    await expect.poll(() => textsOnView(page)).toEqual(['A gazebo for the garden']);
    expect(await box(page).inputValue()).toBe('from:bob gazebo');
    await filters.getByRole('button', { name: /^bob/, pressed: true }).click();
    await filters.getByRole('button', { name: /^Today 3/ }).waitFor();
    await filters.getByRole('button', { name: /^Links 1/ }).click();
    await expect.poll(() => textsOnView(page)).toEqual(['gazebo at https://example.com']);
    expect(await box(page).inputValue()).toBe('has:link gazebo');
    await filters.getByRole('button', { name: 'Links' }).click();
    await page.getByRole('group', { name: 'Order' }).getByRole('button', { name: 'Newest' }).click();
    await expect
      .poll(() => textsOnView(page))
      .toEqual(['gazebo at https://example.com', 'Who ordered a gazebo?', 'A gazebo for the garden']);
    await box(page).fill('gazbeo');
    await box(page).press('Enter');
    await page.getByText('Did you mean').getByRole('button', { name: 'gazebo' }).click();
    await expect.poll(() => box(page).inputValue(), soon).toBe('gazebo');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are at the same place, with the focus on the same result, after one was opened', async () => {
    for (let n = 1; n <= 70; n++) await bob.send('design', `lighthouse ${n}\n\nwith many words`, 'coast');
    await alice.api.post('/mark_all_as_read');
    const { page, problems } = await team.signIn(alice);
    await search(page, 'lighthouse');
    await page.getByRole('article').nth(29).waitFor();
    const list = page.locator('.results-list');
    await list.hover();
    // More results are read on the way.
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.getByRole('article').count(), soon).toBeGreaterThan(45);
    const link = page.getByRole('article').nth(40).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await link.focus();
    const id = await link.getAttribute('data-result');
    const before = await list.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(500);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), soon).toContain(`near/${id}`);
    await page.locator(`article[data-message-id="${id}"]`).waitFor();
    await page.goBack();
    await page.getByRole('article').nth(40).waitFor();
    await expect.poll(() => list.evaluate((element) => element.scrollTop), soon).toBe(before);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.result'), soon).toBe(id);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('follow edits and deletions of the messages', async () => {
    const kept = await bob.send('design', 'A xylophone in blue', 'music');
    const gone = await bob.send('design', 'A xylophone in red', 'music');
    const { page, problems } = await team.signIn(alice);
    await search(page, 'xylophone');
    await expect.poll(() => textsOnView(page).then((texts) => texts.length)).toBe(2);
    await team.owner.api.delete(`/messages/${gone}`);
    await expect.poll(() => textsOnView(page), soon).toEqual(['A xylophone in blue']);
    await bob.api.patch(`/messages/${kept}`, { content: 'A xylophone in green' });
    await expect.poll(() => textsOnView(page), soon).toEqual(['A xylophone in green']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('become a view of the navigation, and the last searches are offered again', async () => {
    const { page, problems } = await team.signIn(alice);
    await search(page, 'from:bob has:link');
    await page.getByRole('button', { name: 'Save search' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Links of Bob');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.getByRole('checkbox', { name: 'Links of Bob' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(team.url('#search'));
    await page.getByRole('main').getByRole('link', { name: 'Links of Bob' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'from:bob has:link' }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Links of Bob' }).click();
    await expect.poll(() => box(page).inputValue(), soon).toBe('from:bob has:link');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('say what cannot be read, with the help of the search', async () => {
    const { page, problems } = await team.signIn(alice);
    await search(page, 'before:whenever noodles');
    await page.getByRole('alert').getByText('The search could not be read').waitFor();
    await page.getByRole('heading', { name: 'How to search' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('contain files with a line of context, and say which could not be read', async () => {
    const text = new TextEncoder().encode('first line\nThe platypus budget is agreed\n');
    const readable = await team.upload(bob, 'plan.txt', 'text/plain', text);
    const broken = await team.upload(
      bob,
      'platypus.pdf',
      'application/pdf',
      new TextEncoder().encode('no PDF'),
    );
    await bob.send('design', `See [plan.txt](${readable}) and [platypus.pdf](${broken})`, 'papers');
    await expect
      .poll(async () => {
        const { attachments } = await bob.api.get('/attachments');
        return attachments.map((each: { text_status: string }) => each.text_status).sort();
      }, soon)
      .toEqual(['broken', 'text']);
    const { page, problems } = await team.signIn(alice);
    await search(page, 'platypus');
    await tab(page, /Files 2/).click();
    const files = page.getByRole('region', { name: 'Files' });
    const plan = files.getByRole('article', { name: 'plan.txt' });
    await plan.getByText('The platypus budget is agreed').waitFor();
    expect(await plan.locator('p mark').allTextContents()).toEqual(['platypus']);
    await files
      .getByRole('article', { name: 'platypus.pdf' })
      .getByText(/^Damaged/)
      .waitFor();
    await plan.getByRole('link', { name: 'plan.txt' }).click();
    await expect.poll(() => page.url(), soon).toContain('papers');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a result of a search', () => {
  it('begins and ends between lines, at every width, with code, tables, pictures and other writings', async () => {
    const words = 'many words that fill a line of the message and some more '.repeat(3);
    const code = (count: number, hit: number) =>
      `\`\`\`sql\n${Array.from({ length: count }, (_, n) => `select ${n}${n === hit ? ' armadillo' : ''}`).join('\n')}\n\`\`\``;
    const table = Array.from({ length: 20 }, (_, n) => `| row ${n} | ${n === 12 ? 'armadillo' : words} |`);
    const { page, problems } = await team.signIn(alice);
    const shot = new Uint8Array(await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } }));
    const picture = `[shot.png](${await team.upload(bob, 'shot.png', 'image/png', shot)})\n\n`;
    for (const content of [
      'a short armadillo',
      `armadillo first\n\n${words.repeat(6)}`,
      `${words.repeat(6)} armadillo ${words.repeat(6)}`,
      `${words.repeat(8)}\n\nthe last armadillo`,
      `Here is the plan:\n\n${code(7, 1)}\n\n${words.repeat(4)}`,
      `${words.repeat(4)}\n\n${code(40, 30)}`,
      `# Heading\n\n| a | b |\n|---|---|\n${table.join('\n')}`,
      `${picture}${words}\n\n${picture}${words.repeat(2)}\n\narmadillo\n\n${picture}${words}`,
      `${picture.repeat(5)}${words}\n\nanother armadillo`,
      `${'שלום לכולם וברוכים הבאים '.repeat(40)} armadillo ${'שלום לכולם '.repeat(60)}`,
      `- ${words}\n- \`code\` ${words}\n\n> ${words.repeat(3)}\n\n$$\\frac{a}{b}$$\n\narmadillo\n\n${words.repeat(5)}`,
    ])
      await bob.send('design', content, 'animals');
    await page.addInitScript(defineCutParts);
    await page.reload();
    await page.getByRole('button', { name: 'Search or go to' }).waitFor();
    await search(page, 'armadillo');
    await expect.poll(() => page.locator('.result-body .highlight').count(), soon).toBe(11);
    for (const [width, direction, colorScheme] of [
      [1440, 'ltr', 'light'],
      [820, 'rtl', 'dark'],
      [390, 'ltr', 'light'],
      [320, 'rtl', 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const shown = await excerpts(page);
      expect(shown).toHaveLength(11);
      for (const each of shown) {
        expect(each, `${width}`).toMatchObject({ hasHit: true, isFaded: each.isCut });
        expect(each.gap, `${width}`).toBeGreaterThanOrEqual(4);
        expect(each.height, `${width}`).toBeLessThanOrEqual(225);
      }
      // Some begin with their message, others with the part that was found.
      expect(new Set(shown.map(({ fromStart }) => fromStart)).size).toBe(2);
    }
    // What is faded opens its message, too.
    await page.setViewportSize({ width: 1440, height: 900 });
    await excerpts(page);
    const faded = page.locator('.result-body.is-cut-below').first();
    await faded.scrollIntoViewIfNeeded();
    const box = (await faded.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.url(), soon).toContain('animals');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows its time always, and beside it the way to its context where the pointer or the keyboard is', async () => {
    await bob.send('design', 'an aardvark, @**bob**, in `code`', 'burrows');
    await bob.send('design', 'another aardvark', 'burrows');
    const { page, problems } = await team.signIn(alice);
    await search(page, 'aardvark');
    const result = page.getByRole('article').filter({ hasText: 'in code' });
    const other = page.getByRole('article').filter({ hasText: 'another' });
    const context = result.getByRole('button', { name: 'Show the messages around it' });
    const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
    const plain = await backgroundOf(page.locator('.results-list'));
    await other.getByRole('link').first().focus();
    await page.mouse.move(5, 5);
    await expect.poll(() => opacityOf(context)).toBe('0');
    expect(await backgroundOf(other)).not.toBe(plain);
    expect(await opacityOf(other.getByRole('button', { name: 'Show the messages around it' }))).toBe('1');
    for (const reach of [() => result.hover(), () => result.getByRole('link').first().focus()]) {
      await reach();
      await expect.poll(() => opacityOf(context)).toBe('1');
      const [ofContext, ofTime] = [await boxOf(context), await boxOf(result.locator('.result-head time'))];
      expect(ofContext.x + ofContext.width).toBeLessThanOrEqual(ofTime.x);
      const own = await backgroundOf(result);
      expect(own).not.toBe(plain);
      for (const chip of ['.user-mention', 'code'])
        expect(await backgroundOf(result.locator('.result-body').locator(chip).first())).not.toBe(own);
      await page.mouse.move(5, 5);
    }
    await context.click();
    await result.getByRole('listitem').filter({ hasText: 'another aardvark' }).waitFor();
    await result.getByRole('button', { name: 'Hide the messages around it' }).click();
    await result.getByRole('listitem').first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a phone', () => {
  it('searches in a view of its own, with filters above the results', async () => {
    await bob.send('design', 'An umbrella for the rain', 'weather');
    const { page, problems } = await team.signIn(alice, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    });
    await page.getByRole('navigation', { name: 'Main views' }).getByRole('link', { name: 'Search' }).click();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), soon)
      .toBe('Search');
    await box(page).fill('umbrella');
    await box(page).press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['An umbrella for the rain']);
    // A finger opens the message where it was written; nothing else is in its way.
    expect(await page.getByRole('article').getByRole('button').count()).toBe(0);
    // Sender, place and text begin at one edge.
    const edges = await page.evaluate(() =>
      ['.result-sender', '.result-link', '.result-body'].map((each) =>
        document.querySelector(each)!.getBoundingClientRect().left.toFixed(),
      ),
    );
    expect(new Set(edges).size).toBe(1);
    // The main views lead out of the results.
    const views = page.getByRole('navigation', { name: 'Main views' });
    await views.getByRole('link', { name: 'Search' }).waitFor();
    expect(await views.getByRole('link', { name: 'Search' }).getAttribute('aria-current')).toBe('page');
    const filters = page.getByRole('region', { name: 'Filters' });
    expect(await filters.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'When', exact: true }).click();
    await filters.getByRole('group', { name: 'When' }).waitFor();
    expect(await filters.getByRole('group').count()).toBe(1);
    await filters.getByRole('button', { name: 'Today' }).click();
    await expect.poll(() => box(page).inputValue(), soon).toBe('during:today umbrella');
    // What is chosen stands in the row, and can be removed there.
    await page.getByRole('button', { name: 'Remove “Today”' }).click();
    await expect.poll(() => box(page).inputValue(), soon).toBe('umbrella');
    await page.getByRole('article').getByRole('link').first().click();
    await expect.poll(() => page.url(), soon).toContain('weather');
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
