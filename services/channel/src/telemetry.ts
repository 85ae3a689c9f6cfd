import { Counter, type Registry } from 'prom-client';

export type Telemetry = {
  channelsCreated(count: number): void;
  subscriptionsAdded(pairs: number): void;
  subscriptionsRemoved(pairs: number): void;
  /** Counts a plan that was obsolete because of a concurrent change, so that it was made again. */
  conflict(): void;
};

export function createTelemetry(registry: Registry): Telemetry {
  const counter = (name: string, help: string) =>
    new Counter({ name: `parley_channel_${name}`, help, registers: [registry] });
  const created = counter('channels_created_total', 'Channels created.');
  const added = counter('subscriptions_added_total', 'New subscriptions: pairs of user and channel.');
  const removed = counter('subscriptions_removed_total', 'Ended subscriptions: pairs of user and channel.');
  const conflicts = counter(
    'decided_again_total',
    'Changes that were retried because the channel changed concurrently.',
  );
  return {
    channelsCreated: (count) => created.inc(count),
    subscriptionsAdded: (pairs) => added.inc(pairs),
    subscriptionsRemoved: (pairs) => removed.inc(pairs),
    conflict: () => conflicts.inc(),
  };
}
