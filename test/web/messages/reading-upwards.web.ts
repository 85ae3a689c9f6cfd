/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, type Tab } from '../browser.ts';
import { Team } from '../team.ts';

// Somebody reads upwards on a phone, with a finger, while messages arrive: what is read moves with the finger only.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/reading-upwards.web.ts');

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const count = 90;

let team: Team;
/** A picture of 1300 × 850 pixels. */
let picture: Uint8Array<ArrayBuffer>;
let sent = 0;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const page = await team.browser.newPage({ viewport: { width: 1300, height: 850 } });
  picture = new Uint8Array(await page.screenshot());
  await page.close();
});

afterAll(() => team?.[Symbol.asyncDispose]());

const textWithPicture = async () =>
  `a picture\n[p.png](${await team.upload(team.bob, 'p.png', 'image/png', picture)})`;

/** Returns texts as people write them: short, long, code, and pictures. */
const textOf = async (at: number): Promise<string> => {
  const name = `message ${at}`;
  if (at % 9 === 4) return `${name}, ${await textWithPicture()}`;
  if (at % 7 === 3) return `${name}\n\`\`\`js\nconst one = 1;\nconst two = 2;\n\`\`\``;
  return at % 3 === 0 ? `${name} ${'and something more '.repeat(at % 11)}` : name;
};

/** Sends the messages of a conversation, which Alice has read. Returns their IDs. */
async function fill(topic: string): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 1; at <= count; at++) ids.push(await team.bob.send('design', await textOf(at), topic));
  await team.alice.api.post('/mark_all_as_read');
  return ids;
}

type Tops = Readonly<Record<string, number>>;

/**
 * Begins to note where the messages on view begin, in each frame as it is painted: an observer of sizes that was created last is told
 * after all others, which may have corrected the position. The returned function ends this, and returns what was noted.
 */
async function recording(page: Page): Promise<() => Promise<Tops[]>> {
  await page.evaluate(() => {
    const frames: Tops[] = [];
    const probe = document.createElement('div');
    probe.style.cssText = 'position: fixed; inline-size: 1px; block-size: 1px';
    document.body.append(probe);
    const observer = new ResizeObserver(() => {
      const frame = document.querySelector('.message-scroller')!.getBoundingClientRect();
      const shown = [...document.querySelectorAll<HTMLElement>('article[data-message-id]')]
        .map((each) => ({ id: each.dataset.messageId!, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > frame.top && box.top < frame.bottom);
      frames.push(Object.fromEntries(shown.map(({ id, box }) => [id, Math.round(box.top)])));
    });
    observer.observe(probe);
    let isEnded = false;
    const next = () => {
      probe.style.blockSize = probe.style.blockSize === '1px' ? '2px' : '1px';
      if (!isEnded) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    const end = () => {
      isEnded = true;
      observer.disconnect();
      probe.remove();
      return frames;
    };
    Object.assign(globalThis, { frames, endRecording: end });
  });
  return () => page.evaluate(() => (globalThis as unknown as { endRecording: () => Tops[] }).endRecording());
}

/** Waits until nothing moves any more. Call it during a recording. */
const still = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const [before, last] = (globalThis as unknown as { frames: Tops[] }).frames.slice(-2);
          return last !== undefined && JSON.stringify(before) === JSON.stringify(last);
        }),
      soon,
    )
    .toBe(true);

/** Returns by how many pixels the messages moved that were on view before and after: the least and the most. */
function movement(before: Tops, after: Tops): readonly [least: number, most: number] {
  const moves = Object.entries(before).flatMap(([id, top]) => (id in after ? [after[id]! - top] : []));
  expect(moves).not.toEqual([]);
  return [Math.min(...moves), Math.max(...moves)];
}

/** Pulls the list down by `pixels` with a finger, which rests before it is lifted. */
async function pull(session: CDPSession, pixels: number): Promise<void> {
  const [x, begin] = [195, 220];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: begin + by }],
    });
  // The first steps are sent at once: on a busy machine, waiting for each would make a long press of them.
  await Promise.all([send('touchStart'), ...[10, 25, 40].map((by) => send('touchMove', by))]);
  for (let by = 60; by <= pixels; by += 20) await send('touchMove', by);
  // Otherwise the list would go on moving.
  await new Promise((resolve) => setTimeout(resolve, 150));
  await send('touchEnd');
}

const toEnd = (page: Page) => page.locator('.to-end');

/** What happens while somebody reads above. Each says how many new messages it brings to the conversation. */
const happenings = (topic: string, ids: readonly number[]): readonly (() => Promise<number>)[] => [
  async () => {
    await team.bob.send('design', `new ${++sent}`, topic);
    return 1;
  },
  async () => {
    await team.bob.send('design', `elsewhere ${++sent}`, 'another topic');
    await team.bob.sendDirect([team.alice], `to you ${++sent}`);
    return 0;
  },
  async () => {
    await team.bob.send('design', `new ${++sent}, ${await textWithPicture()}`, topic);
    return 1;
  },
  async () => {
    await team.bob.api.post(`/messages/${ids.at(-1)}/reactions`, { emoji_name: 'tada' });
    await team.bob.api.patch(`/messages/${ids.at(-2)}`, { content: 'longer\n\nthan\n\nbefore' });
    await team.bob.send('design', `new ${++sent}`, topic);
    return 1;
  },
  async () => {
    for (let at = 0; at < 3; at++) await team.bob.send('design', `new ${++sent}`, topic);
    return 3;
  },
];

/** Opens the client in a browser that does not keep visible things in place when those above change. */
async function signInWithoutAnchoring(): Promise<Tab> {
  const tab = await team.signIn(team.alice, { ...phone, bypassCSP: true });
  await tab.page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...args: [string, string?]) =>
      args[0] !== 'overflow-anchor' && (supports as (...all: unknown[]) => boolean)(...args);
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { overflow-anchor: none !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
  });
  return tab;
}

describe.skipIf(!executable)('somebody who reads upwards on a phone while messages arrive', () => {
  it.each([
    ['in a browser that anchors scrolling', 'anchored', () => team.signIn(team.alice, phone)],
    ['in a browser that does not', 'unanchored', signInWithoutAnchoring],
  ] as const)('sees nothing jump, and finds what is new, %s', async (_name, topic, signIn) => {
    const ids = await fill(topic);
    const { page, problems } = await signIn();
    await page.goto(team.topic(topic));
    await page.reload();
    await page.getByText(`message ${count}`).waitFor();
    const session = await page.context().newCDPSession(page);
    await expect
      .poll(async () => {
        await pull(session, 200);
        return await toEnd(page).count();
      })
      .toBe(1);
    let news = 0;
    for (const [at, happens] of [
      ...happenings(topic, ids),
      ...happenings(topic, ids.slice(0, -2)),
    ].entries()) {
      const name = `happening ${at}`;
      // The finger moves.
      const stopped = await recording(page);
      const [brought] = await Promise.all([happens(), pull(session, 300)]);
      news += brought;
      const label =
        news === 0 ? 'Jump to the newest message' : news === 1 ? 'One new message' : `${news} new messages`;
      await page.getByRole('button', { name: label, exact: true }).waitFor();
      await still(page);
      const frames = await stopped();
      for (const [index, after] of frames.slice(1).entries()) {
        const [least, most] = movement(frames[index]!, after);
        expect([name, index, least >= -1, most - least <= 1]).toEqual([name, index, true, true]);
      }
      const [least, most] = movement(frames[0]!, frames.at(-1)!);
      const moves = frames.slice(1).map((after, index) => movement(frames[index]!, after)[0]);
      expect(least, `${name}: ${moves}`).toBeGreaterThanOrEqual(300 - 30);
      // Corrections of heights above are rounded in each frame.
      expect(most, `${name}: ${moves}`).toBeLessThanOrEqual(300 + 8);
    }
    // Nobody touches the list.
    const resting = await recording(page);
    for (const happens of happenings(topic, ids.slice(0, -4))) news += await happens();
    const idAbove = await page.evaluate(() => {
      const { top } = document.querySelector('.message-scroller')!.getBoundingClientRect();
      const all = [...document.querySelectorAll<HTMLElement>('article[data-message-id]')];
      return all.findLast((each) => each.getBoundingClientRect().bottom <= top)!.dataset.messageId!;
    });
    await team.bob.api.patch(`/messages/${idAbove}`, { content: 'grows\n\nabove\n\nwhat is read' });
    await page.locator(`article[data-message-id="${idAbove}"]`).getByText('what is read').waitFor();
    await team.bob.send('design', `new ${++sent}`, topic);
    news++;
    await page.getByRole('button', { name: `${news} new messages`, exact: true }).waitFor();
    await still(page);
    const frames = await resting();
    for (const after of frames) {
      const [least, most] = movement(frames[0]!, after);
      expect([least >= -1, most <= 1]).toEqual([true, true]);
    }
    // What is new stands below a line, and is unread until it is seen.
    const unread = await team.alice.messages([
      { operator: 'topic', operand: topic },
      { operator: 'is', operand: 'unread' },
    ]);
    expect(unread).toHaveLength(news);
    await toEnd(page).tap();
    await page.getByText(`new ${sent}`, { exact: true }).waitFor();
    await expect.poll(() => toEnd(page).count(), soon).toBe(0);
    await page.getByRole('button', { name: 'Jump to the first unread message' }).tap();
    const belowLine = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll('.message-rows > .row')];
        const at = rows.findIndex((row) => row.querySelector('.unread-line'));
        return Number(rows[at + 1]?.querySelector<HTMLElement>('article')?.dataset.messageId);
      });
    await expect.poll(belowLine, soon).toBe(unread[0]!.id);
    expect(await page.locator('.unread-line').count()).toBe(1);
    await page.locator(`article[data-message-id="${unread[0]!.id}"]`).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
