import { openDialog } from '../ui/global-dialog.ts';
import { attempt } from './actions.ts';
import type { Parley } from './parley.tsx';

/** Returns the messages that sign-out would lose. */
export const unsentMessages = ({ store }: Parley) =>
  [...store.outbox.messages.values()].filter(({ state }) => state !== 'sent');

/** Signs out; asks before messages are lost that are not sent yet. */
export function leave(parley: Parley): void {
  if (unsentMessages(parley).length > 0) openDialog('log-out');
  else void attempt(parley.signOut());
}
