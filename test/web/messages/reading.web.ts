import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, textsOnView, write } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/reading.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns the texts in the visible part of the list. */
const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const frame = document.querySelector('.message-scroller').getBoundingClientRect();
    return [...document.querySelectorAll('article .content')]
      .filter((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return top >= frame.top && bottom <= frame.bottom;
      })
      .map((each) => each.innerText);
  })()`) as Promise<string[]>;

/** Waits until rendered rows fill the visible part of the list after a long scroll. */
const filled = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(`(() => {
        const frame = document.querySelector('.message-scroller').getBoundingClientRect();
        const rows = [...document.querySelectorAll('.message-rows > .row')].map((each) => each.getBoundingClientRect());
        return rows[0].top <= frame.top && rows.at(-1).bottom >= frame.bottom;
      })()`),
    )
    .toBe(true);

/** Returns the upper edges of the rendered messages by their text, in pixels. */
const tops = async (page: Page): Promise<Map<string, number>> =>
  new Map(
    await page
      .locator('article')
      .evaluateAll((all) =>
        all.map((each): [string, number] => [
          each.querySelector('.content')!.textContent ?? '',
          each.getBoundingClientRect().top,
        ]),
      ),
  );

const unreadIds = async (topic: string): Promise<number[]> => {
  const messages = await team.alice.messages([
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'unread' },
  ]);
  return messages.map(({ id }) => id as number);
};

/** Sends `count` messages. Marks those before number `unreadFrom` as read by Alice. */
async function fill(topic: string, count: number, unreadFrom: number): Promise<void> {
  const ids: number[] = [];
  for (let at = 1; at <= count; at++) ids.push(await team.bob.send('design', `message ${at}`, topic));
  const messages = ids.slice(0, unreadFrom - 1);
  if (messages.length > 0)
    await team.alice.api.post('/messages/flags', { messages, op: 'add', flag: 'read' });
}

describe.skipIf(!executable)('a reader', () => {
  it('begins at the first unread message, below a line, and jumps to the newest', async () => {
    await fill('long', 90, 41);
    const { page, problems } = await team.openTopic(team.alice, 'long');
    await page.getByText('message 41', { exact: true }).waitFor();
    await expect.poll(() => visibleTexts(page)).toContain('message 41');
    const line = page.locator('.unread-line');
    await line.waitFor();
    const lineTop = (await line.boundingBox())!.y;
    const firstTop = (await page.getByRole('article').filter({ hasText: 'message 41' }).boundingBox())!.y;
    expect(firstTop).toBeGreaterThan(lineTop);
    expect(firstTop - lineTop).toBeLessThan(60);
    await page.getByRole('button', { name: 'Jump to the newest message' }).click();
    await expect.poll(() => visibleTexts(page)).toContain('message 90');
    await expect.poll(() => unreadIds('long').then(({ length }) => length)).toBeLessThan(50);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees messages down to the box, with the button to the newest one above them but not above the tools of the focused one', async () => {
    await fill('floating', 60, 1);
    const { page, problems } = await team.openTopic(team.alice, 'floating');
    const button = page.getByRole('button', { name: 'Jump to the newest message' });
    await button.waitFor();
    const bottom = await page
      .locator('.message-scroller')
      .evaluate((each) => each.getBoundingClientRect().bottom);
    const box = (await page.locator('.compose').boundingBox())!;
    expect(box.y - bottom).toBeLessThan(8);
    const floating = (await button.boundingBox())!;
    expect(floating.y + floating.height).toBeLessThan(bottom);
    // Each message in turn, far enough that the list scrolls.
    await page.getByRole('article').first().focus();
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('ArrowDown');
      await page.locator('article:focus').waitFor();
      const isCovered = await page.locator('article:focus').evaluate((row) => {
        const covering = document.querySelector('.to-end')!.getBoundingClientRect();
        const isBelow = (each: Element) => {
          const { left, right, top, bottom: end } = each.getBoundingClientRect();
          return (
            left < covering.right && right > covering.left && top < covering.bottom && end > covering.top
          );
        };
        return [row, ...row.querySelectorAll('.message-tools')].some(isBelow);
      });
      expect(isCovered).toBe(false);
    }
    // Tab leaves the message behind its tools, and comes to the button next.
    for (let tabs = 0; tabs < 8; tabs++) {
      await page.keyboard.press('Tab');
      if (await button.evaluate((each) => each === document.activeElement)) break;
    }
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => visibleTexts(page)).toContain('message 60');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('who reads far above sees a notice of new messages, keeps the place, and does not mark them as read', async () => {
    await fill('busy', 60, 61);
    const { page, problems } = await team.openTopic(team.alice, 'busy');
    await expect.poll(() => visibleTexts(page)).toContain('message 60');
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -1_500);
    await page.getByRole('button', { name: 'Jump to the newest message' }).waitFor();
    await filled(page);
    const before = await visibleTexts(page);
    await team.bob.send('design', 'new one', 'busy');
    await team.bob.send('design', 'new two', 'busy');
    await expect.poll(() => page.locator('.to-end').textContent()).toBe('2 new messages');
    expect(await visibleTexts(page)).toEqual(before);
    expect(await unreadIds('busy')).toHaveLength(2);
    await page.getByRole('button', { name: '2 new messages' }).click();
    await expect.poll(() => visibleTexts(page)).toContain('new two');
    await expect.poll(() => unreadIds('busy')).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('marks visible messages as read only as the setting says', async () => {
    const { alice, bob } = team;
    const set = (policy: number) => alice.api.patch('/settings', { web_mark_read_on_scroll_policy: policy });
    const look = async (page: Page) => {
      await page.getByRole('article').first().waitFor();
      await page.waitForTimeout(1_500);
    };
    await alice.api.post('/mark_all_as_read');
    // Value 3: scrolling never marks messages as read.
    await set(3);
    await bob.send('design', 'unread', 'policy');
    const { page, problems } = await team.openTopic(alice, 'policy');
    await look(page);
    expect(await unreadIds('policy')).toHaveLength(1);
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
    await expect.poll(() => unreadIds('policy')).toEqual([]);
    // Value 2: scrolling marks messages as read in conversations, but not in views that mix topics.
    await set(2);
    await bob.send('design', 'unread too', 'policy2');
    await page.goto(team.url(`#narrow/channel/${team.design}-design`));
    await page.getByRole('article').getByText('unread too').waitFor();
    await look(page);
    expect(await unreadIds('policy2')).toHaveLength(1);
    await page.goto(team.topic('policy2'));
    await expect.poll(() => unreadIds('policy2')).toEqual([]);
    // Value 1: scrolling marks messages as read in every view.
    await set(1);
    await bob.send('design', 'unread three', 'policy3');
    await page.goto(team.url(`#narrow/channel/${team.design}-design`));
    await page.getByRole('article').getByText('unread three').waitFor();
    await expect.poll(() => unreadIds('policy3')).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('marks a message and all later ones as unread', async () => {
    await fill('again', 5, 6);
    const { page, problems } = await team.openTopic(team.alice, 'again');
    const article = page.getByRole('article').filter({ hasText: 'message 3' });
    await article.hover();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await page.getByText('Marked as unread.').waitFor();
    await expect.poll(() => unreadIds('again').then(({ length }) => length)).toBe(3);
    await page.waitForTimeout(1_000);
    expect(await unreadIds('again')).toHaveLength(3);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds messages with operators that are offered while typing', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'The zeppelin lands', 'airport');
    await alice.send('design', 'Which zeppelin?', 'airport');
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url('#search'));
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.click();
    for (const name of [
      ...['from', 'in', 'topic', 'has', 'filetype', 'after', 'before', 'during', 'mentions', 'is', 'dm'],
      ...['dm-including', 'channels', 'id', 'with', 'near'],
    ]) {
      await page.getByRole('option', { name: new RegExp(`^${name}:`) }).waitFor();
    }
    await box.pressSequentially('-is:');
    await page.getByRole('option', { name: /^-is:resolved/ }).waitFor();
    // After a minus sign, only operators that can be negated are offered.
    await box.fill('-');
    await page.getByRole('option', { name: /^-id:/ }).waitFor();
    expect(await page.getByRole('option', { name: /^-(with|near):/ }).count()).toBe(0);
    await box.fill('in:design topic:air');
    await page.getByRole('option', { name: 'topic:airport' }).click();
    expect(await box.inputValue()).toBe('in:design topic:airport ');
    await box.fill('');
    await box.pressSequentially('fro');
    await page.getByRole('option', { name: /^from:/ }).click();
    await box.pressSequentially('bo');
    await page.getByRole('option', { name: /^from:bob/ }).click();
    expect(await box.inputValue()).toBe('from:bob ');
    await box.pressSequentially('in:des');
    await page.getByRole('option', { name: 'in:design' }).click();
    await box.pressSequentially('zeppelin');
    await box.press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['The zeppelin lands']);
    expect(new URL(page.url()).hash).toContain('search/zeppelin');
    // The server marks what it has found.
    expect(await page.locator('.content .highlight').allTextContents()).toEqual(['zeppelin']);
    await page.goBack();
    await page.getByRole('heading', { name: 'How to search' }).waitFor();
    await page.goForward();
    await expect.poll(() => textsOnView(page)).toEqual(['The zeppelin lands']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds the conversation of a message, and begins a search at a message', async () => {
    const { alice, bob } = team;
    const first = await bob.send('design', 'A balloon rises', 'balloons');
    await alice.send('design', 'Which balloon?', 'balloons');
    await bob.send('design', 'No balloon here', 'kites');
    const { page, problems } = await team.signIn(alice);
    await page.keyboard.press('/');
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially('wit');
    await page.getByRole('option', { name: /^with:/ }).click();
    await box.pressSequentially(`${first}`);
    await box.press('Enter');
    // The conversation itself opens, at its present address.
    await expect.poll(() => page.url()).toMatch(/topic\/balloons/);
    await expect.poll(() => textsOnView(page)).toEqual(['A balloon rises', 'Which balloon?']);
    await page.keyboard.press('/');
    await box.fill(`balloon near:${first}`);
    await box.press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['A balloon rises']);
    await expect.poll(() => box.inputValue()).toBe(`balloon near:${first}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees immediately that the other person is typing', async () => {
    const { alice, bob } = team;
    const first = await team.openTopic(alice, 'typing');
    const second = await team.openTopic(bob, 'typing');
    await second.page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially('I am ');
    await first.page.getByText('bob is typing…').waitFor();
    await write(second.page, 'I am here');
    await first.page.getByRole('article').getByText('I am here').waitFor();
    await expect.poll(() => first.page.getByText('bob is typing…').count()).toBe(0);
    expect([first.problems, second.problems]).toEqual([[], []]);
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('sees who is present, although the clock of the device is wrong and no event tells of it', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'present');
    // In narrower windows the list of people begins folded.
    await page.setViewportSize({ width: 1700, height: 850 });
    await page.clock.install();
    await page.reload();
    const bob = page.locator('.person', { hasText: 'bob' }).locator('.presence');
    const report = () => team.bob.api.post('/users/me/presence', { status: 'active' });
    await report();
    await bob.and(page.locator('.is-active')).waitFor();
    // Bob is still there, which no event tells. The clock of the device jumps.
    const answered = page.waitForResponse(/users\/me\/presence$/);
    await report();
    await page.clock.fastForward('10:00');
    expect((await answered).request().postData()).toMatch(/last_update_id=\d/);
    await page.clock.runFor(61_000);
    await bob.and(page.locator('.is-active')).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees the beginning of a conversation, but no beginning above search results', async () => {
    await team.bob.send('design', 'A walrus sleeps', 'zoo');
    const { page } = await team.openTopic(team.alice, 'zoo');
    await page.getByText('This is the start of #design › zoo.').waitFor();
    await page.goto(team.url('#narrow/search/walrus'));
    await page.getByRole('article').filter({ hasText: 'A walrus sleeps' }).waitFor();
    await page.getByText('This is the start of #design › zoo.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('begins a search at its newest result, without a line of unread messages', async () => {
    for (let number = 1; number <= 30; number++) await team.bob.send('design', `pelican ${number}`, 'birds');
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url('#narrow/search/pelican'));
    const newest = page.getByRole('article').filter({ hasText: 'pelican 30' });
    await newest.waitFor();
    await expect
      .poll(() =>
        newest.evaluate(
          (each) => each.getBoundingClientRect().bottom <= document.documentElement.clientHeight,
        ),
      )
      .toBe(true);
    expect(await page.locator('.unread-line').count()).toBe(0);
    await page.context().close();
  });

  it('learns from an empty view what will appear there, and from an empty search that nothing was found', async () => {
    await team.bob.subscribe(['quiet'], [team.alice]);
    const { stream_id: id } = await team.bob.api.get('/get_stream_id', { stream: 'quiet' });
    const { page } = await team.signIn(team.alice);
    for (const [hash, heading, text] of [
      [`#narrow/channel/${id}-quiet`, 'No messages yet', 'Write the first one below.'],
      ['#narrow/is/starred', 'Nothing starred yet', 'Star a message to find it here again.'],
      ['#narrow/is/alerted', 'No messages yet', 'Messages with one of your alert words appear here.'],
      ['#narrow/search/no-such-word', 'No messages found', 'Try fewer or other words.'],
      ['#narrow/channel/999999/topic/secret', 'No messages found', 'You have no access to this channel.'],
    ] as const) {
      await page.goto(team.url(hash));
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByText(text).first().waitFor();
    }
    await page.context().close();
  });

  it('with a screen reader hears the first message of an empty conversation', async () => {
    const { page } = await team.openTopic(team.alice, 'empty');
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await team.bob.send('design', 'The very first', 'empty');
    await page.getByText('The very first').first().waitFor();
    await expect
      .poll(() => page.locator('[aria-live="polite"][aria-atomic]').textContent())
      .toBe('bob: The very first');
    await page.context().close();
  });

  it('sees “Today” become “Yesterday” at midnight', async () => {
    await team.bob.send('design', 'late at night', 'midnight');
    const { page } = await team.signIn(team.alice);
    const now = new Date();
    await page.clock.install({ time: now });
    await page.goto(team.topic('midnight'));
    await page.reload();
    await page.locator('.date-line', { hasText: 'Today' }).waitFor();
    const midnight = new Date(now);
    midnight.setHours(24, 0, 30, 0);
    await page.clock.setSystemTime(midnight);
    await page.clock.runFor(61_000);
    await page.locator('.date-line', { hasText: 'Yesterday' }).waitFor();
    await page.context().close();
  });

  it('keeps the place to which the reader scrolls while the messages are read again', async () => {
    await fill('read again', 260, 261);
    const { page, problems } = await team.openTopic(team.alice, 'read again');
    await page.getByText('message 260', { exact: true }).waitFor();
    const scrollBy = (pixels: number) =>
      page.locator('.message-scroller').evaluate((each, by) => each.scrollBy(0, by), pixels);
    const shows = (text: string, pixels: number) =>
      expect
        .poll(async () => {
          const texts = await visibleTexts(page);
          if (!texts.includes(text)) await scrollBy(pixels);
          return texts;
        })
        .toContain(text);
    await shows('message 20', -600);
    await shows('message 220', 600);
    // The answer with the messages around the old position arrives after the reader has scrolled far away from it.
    const { promise: hasScrolled, resolve: release } = Promise.withResolvers<void>();
    let held = 0;
    await page.route(
      ({ pathname }) => pathname === '/api/v1/messages',
      async (route) => {
        held++;
        await hasScrolled;
        await route.continue();
      },
    );
    await team.alice.api.delete('/event_queues');
    await expect.poll(() => held).toBeGreaterThan(0);
    await shows('message 60', -600);
    release();
    // The client requests the messages at the new position too.
    await expect.poll(() => held).toBeGreaterThan(1);
    await page.locator('.message-region[aria-busy="false"]').waitFor();
    await expect.poll(() => visibleTexts(page)).toContain('message 60');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('stays at the same message, below the same line, when somebody resolves or moves the topic', async () => {
    await fill('reviewed', 60, 41);
    const { page, problems } = await team.openTopic(team.alice, 'reviewed');
    const belowLine = () =>
      page.evaluate(`(() => {
        const rows = [...document.querySelectorAll('.message-rows > .row')];
        const at = rows.findIndex((row) => row.querySelector('.unread-line'));
        return rows[at + 1]?.querySelector('.content')?.innerText;
      })()`);
    await page.locator('.unread-line').waitFor();
    await expect.poll(belowLine).toBe('message 41');
    // All that is shown counts as read before the topic moves.
    await expect.poll(async () => (await unreadIds('reviewed')).length).toBeLessThan(20);
    const scroller = page.locator('.message-scroller');
    await scroller.evaluate((each) => each.scrollBy(0, -150));
    const topOf = async () => (await tops(page)).get('message 41');
    await filled(page);
    const before = await topOf();
    const rename = async (former: string, topic: string) => {
      const [first] = await team.bob.messages([{ operator: 'topic', operand: former }]);
      await team.bob.api.patch(`/messages/${first!.id}`, { propagate_mode: 'change_all', topic });
    };
    await rename('reviewed', '✔ reviewed');
    await page.getByRole('heading', { name: '✔ reviewed' }).waitFor();
    await expect.poll(belowLine).toBe('message 41');
    await expect.poll(async () => Math.abs((await topOf())! - before!)).toBeLessThan(3);
    // The list of topics has the new name only.
    const topics = page.getByRole('link', { name: /reviewed/ });
    await expect.poll(() => topics.count()).toBe(1);
    // At the end of the list, the end stays on view.
    await scroller.evaluate((each) => each.scrollTo(0, each.scrollHeight));
    await page.getByText('message 60', { exact: true }).waitFor();
    await expect.poll(() => unreadIds('✔ reviewed')).toHaveLength(0);
    await rename('✔ reviewed', 'reviewed');
    await expect.poll(() => visibleTexts(page)).toContain('message 60');
    await expect.poll(() => topics.count()).toBe(1);
    await scroller.evaluate((each) => each.scrollTo(0, 0));
    await expect.poll(belowLine).toBe('message 41');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps the place in browsers that do not anchor scrolling', async () => {
    await fill('anchors', 90, 91);
    const { page } = await team.signIn(team.alice, { bypassCSP: true });
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (...args: [string, string?]) =>
        args[0] !== 'overflow-anchor' && (supports as (...all: unknown[]) => boolean)(...args);
      addEventListener('DOMContentLoaded', () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { overflow-anchor: none !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
    });
    await page.goto(team.topic('anchors'));
    await page.reload();
    // Waits for the registration: then the compose box gets its final height, which moves the messages above it.
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await expect.poll(() => visibleTexts(page)).toContain('message 90');
    await page.mouse.move(600, 400);
    // While rows above are being rendered and measured, a scroll step moves the messages by exactly that step.
    for (let step = 0; step < 6; step++) {
      const before = await tops(page);
      await page.mouse.wheel(0, -240);
      const deviation = async () => {
        const after = await tops(page);
        const moved = [...after].flatMap(([text, top]) =>
          before.has(text) ? [top - before.get(text)!] : [],
        );
        return Math.max(...moved.map((distance) => Math.abs(distance - 240)));
      };
      await page.waitForTimeout(250);
      await expect.poll(deviation).toBeLessThanOrEqual(2);
    }
    const resting = await tops(page);
    await team.bob.send('design', 'one more below', 'anchors');
    await page.getByRole('button', { name: 'One new message' }).waitFor();
    expect(await tops(page)).toEqual(resting);
    await page.context().close();
  });
});
