/** A screen of `npm run screens`, and functions that open it. */
import type { Page } from 'playwright-core';
import { still } from './still.ts';

export type Look = 'light' | 'dark' | 'phone' | 'phone-dark' | 'tablet';

export type Screen = {
  readonly name: string;
  /** Who looks at the screen. Default: a member. `nobody` stands for a person who is not signed in. */
  readonly as?: 'owner' | 'guest' | 'nobody';
  /** Looks (themes and window sizes) to take. Default: all of them. */
  readonly looks?: readonly Look[];
  /** Language of the browser. Default: English. */
  readonly locale?: string;
  show(page: Page, url: string): Promise<unknown>;
};

/** Opens an address and waits until the page no longer changes. */
export async function open(page: Page, url: string, hash: string, path = ''): Promise<void> {
  // Loads an empty page first, so that no menu of the previous screenshot stays open.
  await page.goto('about:blank');
  await page.goto(`${url}/${path}${hash}`);
  await still(page);
}

/** Returns the fragment of a channel's address, in the format of links in messages. */
export async function channelAddress(page: Page, url: string, name: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/v1/get_stream_id?stream=${encodeURIComponent(name)}`);
  if (!answer.ok()) throw new Error(`There is no channel ${name}. Its data are missing (screen-data.ts).`);
  const { stream_id: id } = (await answer.json()) as { stream_id: number };
  return `#narrow/channel/${id}`;
}
