import { testPassword } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, textsOnView } from '../browser.ts';
import { focusOf, nameOfFocus } from '../focus.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/keyboard.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Presses Tab until an element whose name matches has the focus. Verifies that the focus is visible at each stop. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const stops: string[] = [];
  for (let count = 0; count < 100; count++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    stops.push(focus.name);
    if (!focus.isLost && !focus.isVisible)
      throw new Error(`The focus is not visible at ${focus.tag} “${focus.name}”.`);
    if (name.test(focus.name)) return;
  }
  throw new Error(`Tab does not reach ${name}: ${stops.join(' | ')}`);
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Opens a topic with the palette. */
async function goTo(page: Page, topic: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type(topic);
  await page.getByRole('option', { name: topic }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: topic }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe.skipIf(!executable)('without a mouse', () => {
  it('a person signs in, reads, replies, edits, reacts, moves, folds, searches and signs out', async () => {
    const { alice, bob } = team;
    const { channel_folder_id: folder } = await team.owner.api.post('/channel_folders/create', {
      name: 'Products',
    });
    await team.owner.api.patch(`/streams/${team.design}`, { folder_id: folder });
    // The notice about this change is a message too. Waits for it, so that a later message is the newest one.
    const notices = () =>
      alice.messages([
        ['channel', 'design'],
        ['topic', 'channel events'],
      ]);
    await expect
      .poll(async () => (await notices()).some((each) => String(each.content).includes('folder')))
      .toBe(true);
    await bob.send('design', 'First thing in the morning', 'morning');
    await bob.send('design', 'Another matter', 'matter');
    await bob.sendDirect([alice], 'A word between us');
    const { page, problems } = await openTab(team.browser, team.network.gatewayUrl());

    // Signs in.
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await tabTo(page, /^Email/);
    await page.keyboard.type(alice.email);
    await tabTo(page, /^Password/);
    await page.keyboard.type(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();

    // Goes from the inbox to each unread conversation. The inbox shows its newest message.
    await page
      .getByRole('main')
      .getByRole('link', { name: /^matter.*Another matter/ })
      .waitFor();
    await tabTo(page, /^matter/);
    await page.keyboard.press('Enter');
    await messages(page).getByText('Another matter').waitFor();
    const unread = () =>
      alice.messages([
        { operator: 'topic', operand: 'matter' },
        { operator: 'is', operand: 'unread' },
      ]);
    await expect.poll(unread).toEqual([]);
    for (const [key, text] of [
      ['n', 'First thing in the morning'],
      ['p', 'A word between us'],
    ] as const) {
      await page.keyboard.press('I');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      // Waits for the event about reading. Before it, the conversation counts as unread in this client, and the key would open
      // it again.
      await page
        .getByRole('main')
        .getByRole('link', { name: /^matter/ })
        .waitFor({ state: 'detached' });
      await page.keyboard.press(key);
      await messages(page).getByText(text).waitFor();
    }

    // Replies, and corrects the reply.
    await goTo(page, 'morning');
    await page.keyboard.press('r');
    await expect.poll(() => nameOfFocus(page)).toBe('Message');
    await page.keyboard.type('Good mornin');
    await page.keyboard.press('Control+Enter');
    await messages(page).getByText('Good mornin').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    await page.keyboard.press('G');
    await expect.poll(() => nameOfFocus(page)).toMatch(/^alice/);
    expect((await focusOf(page)).isVisible).toBe(true);
    await page.keyboard.press('e');
    await expect.poll(() => nameOfFocus(page)).toBe('Edit message');
    await page.keyboard.press('End');
    await page.keyboard.type('g');
    await page.keyboard.press('Control+Enter');
    await messages(page).getByText('Good morning', { exact: true }).waitFor();
    await expect.poll(() => nameOfFocus(page)).toMatch(/^alice/);

    // Reacts to the previous message, and stars it.
    await page.keyboard.press('k');
    await expect.poll(() => nameOfFocus(page)).toMatch(/^bob/);
    await page.keyboard.press(':');
    await expect.poll(() => nameOfFocus(page)).toBe('Search emoji');
    await page.keyboard.type('tada');
    await page.getByRole('button', { name: 'tada', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /reacted with tada/ }).waitFor();
    await expect.poll(() => nameOfFocus(page)).toMatch(/^bob/);
    await page.keyboard.press('*');
    await page.getByRole('img', { name: 'Starred' }).waitFor();

    // Moves the reply to another topic, and finds it there.
    await page.keyboard.press('j');
    await expect.poll(() => nameOfFocus(page)).toMatch(/^alice/);
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Move' }).waitFor();
    await tabTo(page, /^Topic/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('forenoon');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => textsOnView(page)).toEqual(['First thing in the morning']);
    await goTo(page, 'forenoon');
    // The server has added a notice about the move.
    await expect.poll(() => textsOnView(page)).toContain('Good morning');
    await goTo(page, 'morning');
    await page.keyboard.press('G');
    await expect.poll(() => nameOfFocus(page)).toMatch(/^bob/);

    // Opens the menu of the message, and a dialog from the menu. The focus returns each time.
    await tabTo(page, /^More actions/);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => nameOfFocus(page)).toBe('More actions');
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Remind me' }).waitFor();
    await page.keyboard.type('Remind');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Remind me' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusOf(page).then(({ isLost }) => isLost)).toBe(false);

    // Starts a new topic and a new direct conversation.
    await page.keyboard.press('c');
    await expect.poll(() => nameOfFocus(page)).toBe('Topic');
    await page.keyboard.type('evening');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Good evening');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['Good evening']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await expect.poll(() => nameOfFocus(page)).toBe('To');
    await page.keyboard.type('bob');
    await page.getByRole('option', { name: 'bob' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => nameOfFocus(page)).toBe('Message');
    await page.keyboard.type('See you');
    await page.keyboard.press('Control+Enter');
    await messages(page).getByText('See you').waitFor();
    await page.keyboard.press('Escape');

    // Collapses a folder of channels, and expands it.
    const design = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'design' });
    await tabTo(page, /^Products/);
    await page.keyboard.press('Enter');
    await design.waitFor({ state: 'detached' });
    expect(await focusOf(page)).toMatchObject({ name: 'Products', isLost: false });
    await page.keyboard.press('Enter');
    await design.waitFor();

    // Searches.
    await page.keyboard.press('/');
    await expect.poll(() => nameOfFocus(page)).toBe('Search');
    await page.keyboard.type('evening');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOnView(page)).toEqual(['Good evening']);

    // Signs out.
    await page.keyboard.press('g');
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => nameOfFocus(page)).toMatch(/Log out/);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('every stop of Tab shows the focus, in both themes, and the messages are one stop', async () => {
    for (const text of ['one', 'two', 'three']) await team.bob.send('design', text, 'stops');
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await team.openTopic(team.alice, 'stops', { colorScheme });
      await page.getByText('three').waitFor();
      const stops: string[] = [];
      for (let count = 0; count < 120; count++) {
        await page.keyboard.press('Tab');
        const focus = await focusOf(page);
        if (focus.isLost) break;
        expect(focus.isVisible, `focus at ${focus.tag} ${focus.name}`).toBe(true);
        stops.push(focus.name);
      }
      expect(
        stops.filter((name) => name.startsWith('bob,')),
        stops.join(' | '),
      ).toHaveLength(1);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });
});

describe.skipIf(!executable)('each key of the list of shortcuts', () => {
  it('is not undone by the key before it', async () => {
    await team.bob.send('design', 'the only one', 'quick keys');
    const { page, problems } = await team.openTopic(team.alice, 'quick keys');
    await messages(page).getByText('the only one').waitFor();
    await page.keyboard.press('Escape');
    const focused = await page.evaluate(async () => {
      // Dispatches both keys before the next frame.
      for (const key of ['G', 'q'])
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
      return document.activeElement!.id;
    });
    expect(focused).toBe('sidebar-filter');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is left to the browser where it has no effect, so that End scrolls a page without messages', async () => {
    const tab = await team.openTopic(team.alice, 'quick keys');
    const page = await openPage(team, tab, '#settings/notifications', 'Notifications');
    const taken = await page.evaluate(() =>
      ['End', 'Home', 'G', 'j', 'k'].filter((key) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        return !document.activeElement!.dispatchEvent(event);
      }),
    );
    expect(taken).toEqual([]);
    await page.context().close();
  });

  it('does what the list says', async () => {
    const { alice, bob } = team;
    await alice.subscribe(['engineering'], [alice, bob]);
    await bob.send('engineering', 'unread elsewhere', 'followed');
    const { stream_id: engineering } = await alice.api.get('/get_stream_id', { stream: 'engineering' });
    await alice.api.post('/user_topics', { stream_id: engineering, topic: 'followed', visibility_policy: 3 });
    const mine = await alice.send('design', 'first of keys', 'keys');
    await alice.api.patch(`/messages/${mine}`, { content: 'first of keys, edited' });
    for (const text of ['second of keys', 'third of keys']) await bob.send('design', text, 'keys');
    const { page, problems } = await team.openTopic(alice, 'keys');
    await page.getByText('third of keys').waitFor();

    // Each section of the list contains a key once.
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.waitFor();
    const keysOfSections = await list
      .locator('section')
      .evaluateAll((sections) =>
        sections.map((section) =>
          [...section.querySelectorAll('kbd')].flatMap((key) => key.textContent.split(' / ')),
        ),
      );
    for (const each of keysOfSections) expect(new Set(each).size, each.join(' ')).toBe(each.length);
    const keys = [...new Set(keysOfSections.flat())];
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-prints', '');
    });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });

    const dialog = (name: string) => page.getByRole('dialog', { name });
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    const closeDialog = async (name: string) => {
      await dialog(name).waitFor();
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'detached' });
    };
    const focusIs = (name: string | RegExp) =>
      expect.poll(() => nameOfFocus(page), { message: String(name) }).toMatch(name);
    const message = (text: string) => page.getByRole('article').filter({ hasText: text });
    const isSelected = (text: string) =>
      expect
        .poll(() => message(text).evaluate((each) => each.classList.contains('is-selected')), {
          message: text,
        })
        .toBe(true);
    const back = async () => {
      // Navigates within the page: a navigation by the test driver can be lost while Escape leads to the inbox.
      await page.evaluate((hash) => location.assign(hash), new URL(team.topic('keys')).hash);
      await page.getByText('third of keys').waitFor();
      await page.keyboard.press('G');
      await isSelected('third of keys');
    };
    const effects: Readonly<Record<string, () => Promise<unknown>>> = {
      'Ctrl K': () => closeDialog('Go to or do'),
      n: () => page.getByRole('region', { name: 'Messages' }).waitFor(),
      N: () => heading(/followed/),
      p: () => page.getByRole('main').waitFor(),
      I: () => heading('Inbox'),
      t: () => heading('Recent conversations'),
      a: () => heading('Combined feed'),
      d: () => heading('Drafts'),
      P: () => heading('Direct messages'),
      A: () => heading(/engineering/),
      D: () => heading(/engineering/),
      '/': () => focusIs('Search'),
      q: () => focusIs('Filter channels and people'),
      w: () => focusIs('Search people'),
      g: () => page.getByRole('menuitem', { name: 'Log out' }).waitFor(),
      Esc: () => expect.poll(() => focusOf(page).then(({ isLost }) => isLost)).toBe(true),
      j: () => isSelected('third of keys'),
      '↓': () => isSelected('third of keys'),
      k: () => isSelected('second of keys'),
      '↑': () => isSelected('second of keys'),
      Home: () => isSelected('first of keys'),
      G: () => isSelected('third of keys'),
      End: () => message('third of keys').waitFor(),
      s: () => heading(/keys/),
      S: () => heading(/^#?design/),
      v: () => message('third of keys').waitFor(),
      M: async () => {
        const isMuted = async () => {
          const { user_topics: topics } = await alice.api.post('/register', {
            fetch_event_types: ['user_topic'],
          });
          return topics.some(
            (each: { topic_name: string; visibility_policy: number }) =>
              each.topic_name === 'keys' && each.visibility_policy === 1,
          );
        };
        await expect.poll(isMuted).toBe(true);
        await page.keyboard.press('M');
        await expect.poll(isMuted).toBe(false);
      },
      Z: async () => {
        const pause = page.locator('.own-status').getByText('Paused until');
        await pause.waitFor();
        await page.keyboard.press('Z');
        await pause.waitFor({ state: 'detached' });
      },
      'Ctrl P': () => page.locator('body[data-prints]').waitFor(),
      // These have effects on rows of the inbox (inbox.web.ts) and not on messages.
      '← →': async () => undefined,
      E: async () => undefined,
      z: async () => undefined,
      r: () => focusIs('Message'),
      Enter: () => focusIs('Message'),
      R: () => expect.poll(() => page.getByRole('button', { name: 'Remove bob' }).count()).toBe(1),
      '@': () => expect.poll(() => fieldText(page)).toContain('@**bob**'),
      c: () => focusIs('Topic'),
      x: () => focusIs('To'),
      '>': () => expect.poll(() => fieldText(page)).toContain('third of keys'),
      'Ctrl Enter': async () => undefined,
      'Ctrl B': async () => undefined,
      'Ctrl I': async () => undefined,
      i: () => page.getByRole('menuitem', { name: 'Quote and reply' }).waitFor(),
      '<': () => closeDialog('Forward message'),
      e: async () => undefined,
      '←': async () => {
        await focusIs('Edit message');
        await page.keyboard.press('Escape');
        // The form closes with a delay, because the client holds the key until the form is complete.
        await page.getByRole('textbox', { name: 'Edit message' }).waitFor({ state: 'detached' });
      },
      ':': () => focusIs('Search emoji'),
      '+': () => page.getByRole('button', { name: 'You reacted with +1' }).waitFor(),
      '*': () => page.getByRole('img', { name: 'Starred' }).waitFor(),
      m: () => closeDialog('Move'),
      u: () => closeDialog('bob'),
      U: () => page.getByText('Marked as unread.').first().waitFor(),
      V: () => closeDialog('Read receipts'),
      H: () => closeDialog('Earlier versions'),
      '?': () => closeDialog('Keyboard shortcuts'),
    };
    // The test covers exactly the keys in the list.
    expect(Object.keys(effects).toSorted()).toEqual(keys.toSorted());

    const pressed: Readonly<Record<string, string>> = {
      'Ctrl K': 'Control+k',
      'Ctrl Enter': 'Control+Enter',
      'Ctrl B': 'Control+b',
      'Ctrl I': 'Control+i',
      'Ctrl P': 'Control+p',
      '← →': 'ArrowRight',
      Esc: 'Escape',
      '↓': 'ArrowDown',
      '↑': 'ArrowUp',
      '←': 'ArrowLeft',
    };
    // Empties the field after each key, because a text would move along when the recipients change.
    for (const [key, effect] of Object.entries(effects)) {
      await back();
      await page.keyboard.press(pressed[key] ?? key);
      await effect();
      await emptyField(page);
    }
    expect(problems).toEqual([]);

    // Tests keys of the message field, and editing, which is possible only for own messages.
    await back();
    await page.keyboard.press('Home');
    await isSelected('first of keys');
    await page.keyboard.press('e');
    await focusIs('Edit message');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await focusIs('Message');
    for (const [combination, result] of [
      ['Control+b', '**bold**'],
      ['Control+i', '*bold*'],
    ] as const) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type('bold');
      await page.keyboard.press('Control+a');
      await page.keyboard.press(combination);
      expect(await fieldText(page)).toBe(result);
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sent by keys');
    await page.keyboard.press('Control+Enter');
    await messages(page).getByText('sent by keys').waitFor();
    await page.context().close();
  });
});

const fieldText = (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'Message', exact: true }).inputValue();

/** Empties the message field and closes menus, so that the next key does not depend on the previous one. */
async function emptyField(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  // Reads the text in one step, because the view may change at any time.
  const text = await page.evaluate(
    () => document.querySelector<HTMLTextAreaElement>('#compose-message')?.value ?? '',
  );
  if (text !== '') await page.getByRole('textbox', { name: 'Message', exact: true }).fill('');
  await page.keyboard.press('Escape');
}
