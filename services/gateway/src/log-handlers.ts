import type { FollowedEvent } from '@parley/event-log';

/** Handlers of the log's events, of new epochs and of gaps. */
export type LogHandlers = {
  onEvents(events: readonly FollowedEvent[]): void;
  onEpoch(): void;
  onGap(): void;
};

/** Returns handlers that call all of the given ones in turn. */
export const inTurn = (...handlers: readonly LogHandlers[]): LogHandlers => ({
  onEvents: (events) => {
    for (const each of handlers) each.onEvents(events);
  },
  onEpoch: () => {
    for (const each of handlers) each.onEpoch();
  },
  onGap: () => {
    for (const each of handlers) each.onGap();
  },
});
