import { attempt } from '../actions.ts';
import type { Parley } from '../parley.tsx';

/** Returns the unsent messages, which signing out would lose. */
export const unsentMessages = ({ store }: Parley) =>
  [...store.outbox.messages.values()].filter(({ state }) => state !== 'sent');

/** Signs out. Asks for confirmation first if there are unsent messages. */
export function leave(parley: Parley): void {
  if (unsentMessages(parley).length > 0) parley.globalDialog.open('log-out');
  else void attempt(parley, parley.signOut());
}
