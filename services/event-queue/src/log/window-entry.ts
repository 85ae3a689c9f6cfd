import type { FollowedEvent } from '@parley/event-log';
import { outlineOf } from '../domain/outline.ts';
import type { LoggedEvent, WindowEntry } from '../domain/window.ts';

/** Converts an event of the log to an entry of the window. @throws when the event cannot be decoded */
export function toWindowEntry(event: LoggedEvent & Pick<FollowedEvent, 'header'>): WindowEntry {
  const { id, transactionId, assignedId, commitLsn, committedAtUs, encoded } = event;
  const outline = outlineOf(event.header);
  return { id, transactionId, assignedId, commitLsn, committedAtUs, encoded, outline };
}
