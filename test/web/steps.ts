/**
 * Performs eight everyday tasks in the busy demo organization, and counts what they take: clicks, keys, and the seconds that a
 * practised person needs by the keystroke-level model (docs/performance/2026-11-30-steps-of-tasks.md). Start Parley with
 * `PARLEY_SEED=busy npm start`, then `node --conditions=parley-source test/web/steps.ts http://127.0.0.1:9991`. A task that fails
 * ends the run.
 */
import type { Locator, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser.ts';

/** Seconds of the keystroke-level model: pointing at something and clicking it, pressing a key, deciding what to do next. */
const seconds = { click: 1.3, key: 0.28, decision: 1.35 };

/** Counts what a person does. Words of the message itself are the same in every client, so they do not count. */
class Hand {
  clicks = 0;
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.keys++;
    await this.#page.keyboard.press(key);
  }

  /** Types letters that only say where to: they count. */
  async find(letters: string): Promise<void> {
    this.keys += letters.length;
    await this.#page.keyboard.type(letters);
  }

  async write(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** A person decides before each click. Keys follow without a pause. */
  seconds(): number {
    return this.clicks * (seconds.click + seconds.decision) + this.keys * seconds.key;
  }
}

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type Task = { name: string; run(page: Page, hand: Hand, home: string): Promise<void> };

const row = (page: Page, channel: string) =>
  page.getByRole('navigation').getByRole('link', { name: channel, exact: true });

const tasks: readonly Task[] = [
  {
    name: 'find the unread mention',
    async run(page, _hand, home) {
      await page.goto(`${home}/#inbox`);
      await page.locator('.inbox-preview', { hasText: '@Marie Member' }).first().waitFor();
      // The first row of the start view has the words, so there is nothing to press.
      const [first] = await page.locator('.inbox-row.is-mention .inbox-preview').allInnerTexts();
      if (!first?.includes('@Marie Member'))
        throw new Error(`The first row does not say the mention: ${first}`);
    },
  },
  {
    name: 'answer it with a picture',
    async run(page, hand) {
      await hand.click(page.locator('.inbox-link').filter({ hasText: '@Marie Member' }).first());
      await page.locator('.user-mention.is-own').first().waitFor();
      const chosen = page.waitForEvent('filechooser');
      await hand.click(page.getByRole('button', { name: 'Attach files' }));
      // The click that chooses the file in the dialog of the system.
      hand.clicks++;
      await (await chosen).setFiles({ name: 'sketch.gif', mimeType: 'image/gif', buffer: picture });
      await page.locator('.attached-card:not(.upload)').getByText('sketch.gif').waitFor();
      await page.getByRole('textbox', { name: 'Message', exact: true }).focus();
      await hand.press('Control+Enter');
      await page.locator('article .message_inline_image img').last().waitFor();
    },
  },
  {
    name: 'write to a new topic of a channel',
    async run(page, hand) {
      await row(page, 'office-berlin').hover();
      await hand.click(page.getByRole('button', { name: 'Start a topic in #office-berlin' }));
      await page.locator('#compose-topic:focus').waitFor();
      const question = `Who has the key of the cellar? ${Date.now()}`;
      await hand.write(question);
      await page.getByText('Ctrl+Enter sends this as the message').waitFor();
      await hand.press('Control+Enter');
      await page.getByRole('article').getByText(question).waitFor();
    },
  },
  {
    name: 'find last week’s link',
    async run(page, hand) {
      await hand.press('Control+k');
      await hand.find('link');
      await page.getByRole('option', { name: /^Links/, selected: true }).waitFor();
      await hand.press('Enter');
      await page
        .getByRole('main')
        .getByText(/messages? found/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'mute a loud channel',
    async run(page, hand) {
      await row(page, 'office-berlin').hover();
      await hand.click(page.getByRole('button', { name: 'Mute #office-berlin' }));
      await page.locator('.nav-row.is-muted').getByText('office-berlin').waitFor();
    },
  },
  {
    name: 'pause for an hour',
    async run(page, hand) {
      await hand.press('Z');
      await page.locator('.own-status').getByText('Paused until').waitFor();
    },
  },
  {
    name: 'forward a message',
    async run(page, hand, home) {
      await page.goto(`${home}/#inbox`);
      await page.locator('.inbox-link').filter({ hasText: 'This is for Miguel' }).first().click();
      await page.getByRole('article').filter({ hasText: 'This is for Miguel' }).last().waitFor();
      await hand.press('<');
      await page.getByRole('dialog', { name: 'Forward message' }).waitFor();
      await hand.find('migu');
      await page
        .getByRole('option', { name: /Miguel Member/ })
        .first()
        .waitFor();
      await hand.press('Control+Enter');
      await page.getByText(/^Forwarded to/).waitFor();
    },
  },
  {
    name: 'clear 150 unread',
    async run(page, hand, home) {
      await page.goto(`${home}/#inbox`);
      await page.locator('.inbox-link').first().waitFor();
      await hand.press('E');
      await page.locator('.inbox-link').first().waitFor({ state: 'detached' });
    },
  },
];

/** Sends messages as another person, and takes back what an earlier run did, so that each run finds what it looks for. */
async function prepare(home: string): Promise<void> {
  const request = async (who: string, method: string, path: string, parameters: Record<string, string>) => {
    const headers = { authorization: who === '' ? '' : `Basic ${btoa(who)}` };
    const body = new URLSearchParams(parameters);
    const answer = await fetch(`${home}/api/v1${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { api_key: string };
  };
  const signIn = async (name: string) => {
    const username = `${name}@demo.example`;
    const { api_key } = await request('', 'POST', '/fetch_api_key', { username, password: 'parley-demo' });
    return `${username}:${api_key}`;
  };
  const [other, marie] = [await signIn('moderator'), await signIn('member1')];
  const send = (topic: string, content: string) =>
    request(other, 'POST', '/messages', { type: 'channel', to: 'design', topic, content });
  await send('logo', 'Which one shall it be, @**Marie Member**?');
  await send('handover', 'This is for Miguel, too.');
  await request(marie, 'PATCH', '/settings', { notifications_paused_until: '0' });
  const read = async (path: string) =>
    (await fetch(`${home}/api/v1${path}`, { headers: { authorization: `Basic ${btoa(marie)}` } })).json();
  const { messages } = (await read('/messages?anchor=newest&num_before=600&num_after=0&narrow=[]')) as {
    messages: { id: number; sender_full_name: string }[];
  };
  const others = messages.filter(({ sender_full_name }) => sender_full_name !== 'Marie Member');
  const unread = JSON.stringify(others.slice(-150).map(({ id }) => id));
  await request(marie, 'POST', '/messages/flags', { messages: unread, op: 'remove', flag: 'read' });
  const { subscriptions } = (await read('/users/me/subscriptions')) as {
    subscriptions: { stream_id: number; name: string }[];
  };
  const loud = subscriptions.find(({ name }) => name === 'office-berlin')!.stream_id;
  const muted = [{ stream_id: loud, property: 'is_muted', value: false }];
  await request(marie, 'POST', '/users/me/subscriptions/properties', {
    subscription_data: JSON.stringify(muted),
  });
}

const home = process.argv[2] ?? 'http://127.0.0.1:9991';
const executable = findBrowser();
if (!executable) throw new Error('There is no browser.');
const browser = await openBrowser(executable);
try {
  await prepare(home);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // This limit only stops runs that hang.
  page.setDefaultTimeout(60_000);
  await page.goto(home);
  await page.getByRole('button', { name: 'Marie Member', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  process.stdout.write('| task | clicks | keys | seconds |\n| --- | --- | --- | --- |\n');
  for (const { name, run } of tasks) {
    const hand = new Hand(page);
    try {
      await run(page, hand, home);
    } catch (error) {
      throw new Error(`Failed: ${name}.`, { cause: error });
    }
    const took = hand.seconds().toFixed(1);
    process.stdout.write(`| ${name} | ${hand.clicks} | ${hand.keys} | ${took} |\n`);
  }
} finally {
  await browser.close();
}
