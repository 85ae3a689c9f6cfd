import type { FollowedEvent } from '@parley/event-log';
import { outlineOf } from '../domain/outline.ts';
import type { LoggedEvent, WindowEntry } from '../domain/window.ts';

/** Returns an event of the log as the window keeps it. @throws when the bytes are no Event */
export function toWindowEntry(event: LoggedEvent & Pick<FollowedEvent, 'header'>): WindowEntry {
  const { id, transactionId, assignedId, commitLsn, committedAtUs, encoded } = event;
  const outline = outlineOf(event.header);
  return { id, transactionId, assignedId, commitLsn, committedAtUs, encoded, outline };
}
