import { createSignal } from 'solid-js';
import { textOf } from '../../html/text-of.ts';
import { userName } from '../../model/names.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { part } from '../../model/parts.ts';

/** What screen readers read out next. */
const announcements = part(() => createSignal(''));
const longestText = 200;

/** Makes screen readers read out a message that has just arrived. */
export function announceMessage(parley: Parley, id: number): void {
  const { store } = parley;
  const message = store.messages.known.get(id);
  if (!message || message.sender_id === store.people.selfId) return;
  const text = textOf(message.content);
  const next = `${userName(store, message.sender_id)}: ${text.slice(0, longestText)}`;
  // Screen readers do not read a live region again while its text stays equal. An added space makes the text different.
  const [, setAnnouncement] = announcements(parley);
  setAnnouncement((before) => (before === next ? `${next}\u00a0` : next));
}

/** Renders the live region (`aria-live="polite"`) through which screen readers announce new messages. */
export function Announcer() {
  const [announcement] = announcements(useParley());
  return (
    <div class="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcement()}
    </div>
  );
}
