/** What a screen of `npm run screens` is, and how it is opened. */
import type { Page } from 'playwright-core';
import { still } from './still.ts';

export type Look = 'light' | 'dark' | 'phone' | 'phone-dark' | 'tablet';

export type Screen = {
  readonly name: string;
  /** The person who looks: a member by default; none before signing in. */
  readonly as?: 'owner' | 'guest' | 'nobody';
  /** The looks in which it differs; all of them by default. */
  readonly looks?: readonly Look[];
  /** The language of the browser; English by default. */
  readonly locale?: string;
  show(page: Page, url: string): Promise<unknown>;
};

/** Opens an address and waits until the page is still. */
export async function open(page: Page, url: string, hash: string, path = ''): Promise<void> {
  // Uses a new page each time, so that no menu of the previous picture stays open.
  await page.goto('about:blank');
  await page.goto(`${url}/${path}${hash}`);
  await still(page);
}

/** Returns the address of a channel, in the form of links in messages. */
export async function channelAddress(page: Page, url: string, name: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/v1/get_stream_id?stream=${encodeURIComponent(name)}`);
  const { stream_id: id } = (await answer.json()) as { stream_id: number };
  return `#narrow/channel/${id}`;
}
