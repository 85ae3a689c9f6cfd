import type { Narrow, Store } from '@parley/client';
import { userName } from '../model/names.ts';

/** Puts a text that contains white space into quotation marks. */
export const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

/** Returns a narrow (message filter) in the search language, as people would type it. */
export function searchText(narrow: Narrow, store: Store): string {
  return narrow
    .map(({ operator, operand, negated }) => {
      if (operator === 'search') return String(operand);
      const value =
        operator === 'channel' && typeof operand === 'number'
          ? (store.channels.channels.get(operand)?.name ?? String(operand))
          : Array.isArray(operand)
            ? (operand as number[]).map((id) => userName(store, id)).join(',')
            : (operator === 'sender' || operator === 'mentions') && typeof operand === 'number'
              ? userName(store, operand)
              : String(operand);
      return `${negated ? '-' : ''}${operator}:${quoted(value)}`;
    })
    .join(' ');
}
