import { createMemo } from 'solid-js';
import { dayNameOf } from '../i18n/format.ts';
import { useParley } from '../model/parley.tsx';

/** Returns the name of the day of a Unix time in seconds. A name such as “Today” changes at midnight. */
export function useDayName(seconds: () => number, length: 'long' | 'short'): () => string {
  const { minute } = useParley();
  return createMemo(() => {
    minute();
    return dayNameOf(seconds(), length);
  });
}
