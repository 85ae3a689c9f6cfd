/** The list of messages in view, on which keys act. */
import { placeOf } from '@parley/client';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import { canEdit } from './permissions.ts';
import type { Selection } from './selection.ts';

const active = part((): { selection: Selection | undefined } => ({ selection: undefined }));

/** Sets the list of messages on which keys act. */
export function setActiveSelection(parley: Parley, selection: Selection | undefined): void {
  active(parley).selection = selection;
}

/** Returns the list of messages on which keys act; undefined in views without one. */
export const activeSelection = (parley: Parley): Selection | undefined => active(parley).selection;

/** Edits the last message in the visible list that the person sent and may edit. Returns false when there is none. */
export function editLast(parley: Parley): boolean {
  const { store, edits } = parley;
  const messageOf = (id: number) => store.messages.known.get(id);
  const { selfId } = store.people;
  const last = activeSelection(parley)?.selectLast((id) => {
    const message = messageOf(id);
    return message?.sender_id === selfId && canEdit(store, message);
  });
  const message = last === undefined ? undefined : messageOf(last);
  if (!message) return false;
  edits.begin(message.id, placeOf(message, selfId));
  return true;
}
