/// <reference lib="dom" />

import type { Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { installProbe, type Probe } from './probe.ts';

/** Factor by which the page's processor is slowed down, to roughly the speed of a cheap laptop or phone. */
const slowdown = 4;
const viewport = { width: 1360, height: 850 };
/** Time limit of each step in milliseconds. */
const timeoutMs = 120_000;

declare global {
  /** Set in every page by `installProbe`. */
  var probe: Probe;
}

/** A page of a signed-in person, and its debugging session. */
export type ReaderPage = {
  readonly page: Page;
  readonly session: CDPSession;
};

/** A browser in which a person is signed in. */
export class Reader {
  readonly url: string;
  readonly #browser: Browser;
  readonly #state: Awaited<ReturnType<BrowserContext['storageState']>>;

  private constructor(
    browser: Browser,
    url: string,
    state: Awaited<ReturnType<BrowserContext['storageState']>>,
  ) {
    this.#browser = browser;
    this.url = url;
    this.#state = state;
  }

  /** Signs a person in with the form of the sign-in page. */
  static async signIn(browser: Browser, url: string, person: Person): Promise<Reader> {
    const context = await browser.newContext({ locale: 'en-US', viewport });
    const page = await context.newPage();
    // Registering in a large organization is slow on a busy machine.
    page.setDefaultTimeout(timeoutMs);
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const reader = new Reader(browser, url, await context.storageState());
    await context.close();
    return reader;
  }

  /** Opens a browser profile with the session and an empty cache. */
  openProfile(): Promise<BrowserContext> {
    return this.#browser.newContext({ locale: 'en-US', viewport, storageState: this.#state });
  }

  /** Opens an empty page with a slowed-down processor. */
  async openPage(context: BrowserContext): Promise<ReaderPage> {
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    await page.addInitScript(installProbe);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return { page, session };
  }

  /** Opens an address of the client in a new profile, and waits until messages are readable. */
  async open(hash: string): Promise<ReaderPage> {
    const opened = await this.openPage(await this.openProfile());
    await opened.page.goto(`${this.url}/${hash}`);
    await opened.page.waitForFunction(() => probe.readableAt !== undefined);
    await settled(opened.page);
    return opened;
  }
}

/** Waits 1.5 s. A page that has shown its messages still loads code and draws its sidebars, which would slow down what is measured next. */
export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(1_500);
}

/** Returns the address of a topic. */
export const topicHash = (channelId: number, topic: string): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.')}`;

/** Returns the address of a topic, and the IDs of the messages that a reader sees first there. */
export async function topicOf(
  reader: Person,
  channelId: number,
  topic: string,
): Promise<{ hash: string; ids: number[] }> {
  const { messages } = await reader.api.get('/messages', {
    anchor: 'first_unread',
    num_before: 60,
    num_after: 60,
    narrow: [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ],
  });
  return { hash: topicHash(channelId, topic), ids: messages.map(({ id }: { id: number }) => id) };
}
