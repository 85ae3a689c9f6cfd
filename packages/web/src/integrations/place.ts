/** Addresses within the section of integrations: the segments after its name. */

import type { UserId } from '@parley/client';

export type Place =
  | { readonly view: 'catalogue' | 'connected' | 'apps' | 'outgoing' }
  | { readonly view: 'add'; readonly integration: string }
  | { readonly view: 'bot'; readonly botId: UserId };

/** Returns what an address shows. Unknown addresses show the catalogue. */
export function placeOfPath([first, second]: readonly string[]): Place {
  if (first === 'add' && second !== undefined) return { view: 'add', integration: second };
  if (first === 'apps') return { view: 'apps' };
  if (first === 'outgoing') return { view: 'outgoing' };
  if (first === 'connected') {
    return second !== undefined && /^\d{1,15}$/.test(second)
      ? { view: 'bot', botId: Number(second) }
      : { view: 'connected' };
  }
  return { view: 'catalogue' };
}
