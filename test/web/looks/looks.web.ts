import { testPassword } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, type Tab, textsOnView, write } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/looks.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  await team.bob.send('design', 'A message of a usual length, which says nothing in particular.', 'looks');
  await team.bob.send('design', `Word${'without'.repeat(60)}spaces`, 'looks');
  await team.bob.send('design', 'שלום לכולם, מה שלומכם היום?', 'looks');
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns elements that extend beyond the window. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    const found = [];
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    for (const each of document.querySelectorAll('main *, div.sidebar *, nav *')) {
      const box = each.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || each.closest('svg, .visually-hidden, pre, .table-frame, .katex')) continue;
      if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (box.right > width + 1 || box.left < -1) found.push(each.tagName + '.' + each.className + ' ' + Math.round(box.left) + '–' + Math.round(box.right));
    }
    return found.slice(0, 10);
  })()`) as Promise<string[]>;

async function signInInGerman(): Promise<Tab> {
  const tab = await openTab(team.browser, team.network.gatewayUrl(), { locale: 'de-DE' });
  await tab.page.getByRole('textbox', { name: 'E-Mail' }).fill(team.alice.email);
  await tab.page.getByRole('textbox', { name: 'Passwort' }).fill(testPassword);
  await tab.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await tab.page.getByRole('heading', { name: 'Eingang' }).waitFor();
  return tab;
}

/** Returns the brightness of the page's background, from 0 (black) to 1 (white). */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  })()`) as Promise<number>;

describe.skipIf(!executable)('the client', () => {
  it('is German in a browser that is set to German', async () => {
    const { page, problems } = await signInInGerman();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.goto(team.topic('looks'));
    await page.getByRole('article').first().waitFor();
    await page.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('Guten Tag');
    await page.getByRole('button', { name: 'Senden', exact: true }).click();
    await page.getByText('Guten Tag').waitFor();
    // No English text remains, neither visible nor in accessible names.
    const words = (await page.evaluate(`[...document.querySelectorAll('*')].flatMap((each) => [
      each.getAttribute('aria-label'), each.getAttribute('title'), each.getAttribute('placeholder'),
      ...[...each.childNodes].filter((node) => node.nodeType === 3 && !each.closest('.content, script, style')).map((node) => node.textContent),
    ]).filter(Boolean).map((each) => each.trim())`)) as string[];
    for (const english of [
      'Inbox',
      'Channels',
      'Direct messages',
      'Send',
      'People',
      'More actions',
      'Search',
      'Drafts',
    ]) {
      expect(words).not.toContain(english);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows parts that are loaded on demand in German, too', async () => {
    await team.alice.send('design', 'From alice', 'on demand');
    const { page, problems } = await signInInGerman();
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.goto(team.topic('on demand'));
    const article = page.getByRole('article').filter({ hasText: 'From alice' });
    await article.hover();
    await article.getByRole('button', { name: 'Reagieren', exact: true }).click();
    await page.getByRole('textbox', { name: 'Emoji suchen' }).waitFor();
    await page.getByRole('heading', { name: 'Smileys und Herzen' }).waitFor();
    await close();
    await article.hover();
    await article.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Löschen', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Diese Nachricht löschen?' });
    await question.getByText('Sie verschwindet für alle').waitFor();
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Suche' }).fill('Neue Direkt');
    await page.getByRole('option', { name: 'Neue Direktnachricht' }).waitFor();
    await close();
    await page.goto(team.url('#recent'));
    await page.getByRole('textbox', { name: 'Unterhaltungen filtern' }).waitFor();
    await page.keyboard.press('g');
    await page.getByRole('menuitem', { name: 'Status setzen' }).click();
    await page.getByRole('dialog').getByText('In einer Besprechung').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('follows the browser’s colour scheme, and the person’s choice overrides it', async () => {
    const { page, problems } = await team.signIn(team.alice, { colorScheme: 'dark' });
    expect(await brightness(page)).toBeLessThan(0.25);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();
    await expect.poll(() => brightness(page)).toBeGreaterThan(0.85);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Same as device' }).click();
    await expect.poll(() => brightness(page)).toBeLessThan(0.25);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => brightness(page)).toBeGreaterThan(0.85);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be used with text of twice the size, and at a window of 320 pixels', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'looks');
    await page.getByRole('article').first().waitFor();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await page.waitForTimeout(300);
    expect(await overflowing(page)).toEqual([]);
    await write(page, 'twice the size');
    await page.getByText('twice the size').waitFor();
    // Enough height remains for the messages.
    const height = (await page.locator('.message-scroller').boundingBox())!.height;
    expect(height).toBeGreaterThan(250);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.waitForTimeout(300);
    expect(await overflowing(page)).toEqual([]);
    await write(page, 'a narrow window');
    await page.getByText('a narrow window').waitFor();
    for (const hash of ['#inbox', '#recent', '#drafts', '#channels', '#direct', '#search', '#feed']) {
      await page.goto(team.url(hash));
      await page.waitForTimeout(300);
      expect(await overflowing(page), hash).toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows messages in their own direction, and mirrors its layout from right to left', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'looks');
    const hebrew = page.getByText('שלום לכולם');
    await hebrew.waitFor();
    const direction = (await hebrew.evaluate(
      (element) => getComputedStyle(element.closest('.content') ?? element).direction,
    )) as string;
    expect(direction).toBe('rtl');
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await page.waitForTimeout(300);
    expect(await overflowing(page)).toEqual([]);
    const box = (await page.locator('.sidebar').boundingBox())!;
    expect(box.x).toBeGreaterThan(900);
    await write(page, 'turned around');
    await page.getByText('turned around').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('works on a phone, with one column and touch', async () => {
    const { page, problems } = await team.signIn(team.alice, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole('navigation', { name: 'Main views' }).getByRole('link', { name: 'Channels' }).tap();
    await page.getByRole('link', { name: 'design' }).first().tap();
    await page.getByRole('article').first().waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.goto(team.topic('looks'));
    await page.getByRole('article').first().waitFor();
    // Both parts of the title are fully readable.
    const cut = (await page.evaluate(`[...document.querySelectorAll('h1 .path-part')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`)) as string[];
    expect(cut).toEqual([]);
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.tap();
    await field.fill('from my phone');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect.poll(() => textsOnView(page)).toContain('from my phone');
    // Touch targets are at least 24 pixels wide and high (WCAG 2.5.8).
    const small =
      (await page.evaluate(`[...document.querySelectorAll('.bottom-bar a, .compose-tools button, .view-head button')]
      .filter((each) => each.checkVisibility())
      .filter((each) => each.getBoundingClientRect().height < 24 || each.getBoundingClientRect().width < 24)
      .map((each) => each.getAttribute('aria-label') ?? each.textContent)`)) as string[];
    expect(small).toEqual([]);
    // The main views are not beside a conversation, where messages need the room.
    expect(await page.getByRole('navigation', { name: 'Main views' }).count()).toBe(0);
    // The link of the channel led to this topic, its newest one, so one step leads back to the channels.
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByRole('navigation', { name: 'Main views' }).getByRole('link', { name: 'Inbox' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
