/** The unsent text of a conversation, for lists. */
import type { Place } from '@parley/client';
import type { Accessor } from 'solid-js';
import { useParley } from '../parley.tsx';
import { useDerived } from '../reactive.ts';
import { draftOnServer } from './server-drafts.ts';

/** Returns a signal of the draft of a topic or direct conversation; undefined without one. Call it inside a component. */
export function useDraft(place: () => Place): Accessor<string | undefined> {
  const parley = useParley();
  return useDerived([parley.store.personal.drafts], () => draftOnServer(parley, place())?.content);
}
