/** What the searches of one client leave: results that were found, the last searches, and the order that the person chose. */
import type { Parley } from '../../model/parley.tsx';
import { part } from '../../model/parts.ts';
import type { Sort } from '../search-run.ts';
import { KeptSearches, withRecent } from './kept-searches.ts';

export const searchesOf = part(() => new KeptSearches());

/** Returns the order of results that the person chose last. */
export const readOrder = async ({ device }: Parley): Promise<Sort> =>
  (await device.read('searchOrder')) ?? 'relevance';

export const writeOrder = ({ device }: Parley, order: Sort): Promise<void> =>
  device.write('searchOrder', order);

export async function rememberSearch({ device }: Parley, href: string): Promise<void> {
  await device.write('recentSearches', withRecent((await device.read('recentSearches')) ?? [], href));
}
