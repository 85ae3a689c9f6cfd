/** The list of messages in view, on which keys act. */
import { placeOf } from '@parley/client';
import type { Parley } from '../model/parley.tsx';
import { canEdit } from './permissions.ts';
import type { Selection } from './selection.ts';

let active: Selection | undefined;

/** Sets the list of messages on which keys act. */
export const setActiveSelection = (selection: Selection | undefined): void => {
  active = selection;
};

/** Returns the list of messages on which keys act; undefined in views without one. */
export const activeSelection = (): Selection | undefined => active;

/** Edits the last message in the visible list that the person sent and may edit. Returns false when there is none. */
export function editLast({ store, edits }: Parley): boolean {
  const messageOf = (id: number) => store.messages.known.get(id);
  const { selfId } = store.people;
  const last = active?.selectLast((id) => {
    const message = messageOf(id);
    return message?.sender_id === selfId && canEdit(store, message);
  });
  const message = last === undefined ? undefined : messageOf(last);
  if (!message) return false;
  edits.begin(message.id, placeOf(message, selfId));
  return true;
}
