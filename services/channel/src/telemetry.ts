import { Counter, type Registry } from 'prom-client';

/** What operators can count. */
export type Telemetry = {
  channelsCreated(count: number): void;
  subscriptionsAdded(pairs: number): void;
  subscriptionsRemoved(pairs: number): void;
  /** A change was decided anew because the channel changed meanwhile. */
  decidedAgain(): void;
};

/** What is counted of subscriptions and channels. */
export function createTelemetry(registry: Registry): Telemetry {
  const counter = (name: string, help: string) =>
    new Counter({ name: `parley_channel_${name}`, help, registers: [registry] });
  const created = counter('channels_created_total', 'Channels created.');
  const added = counter('subscriptions_added_total', 'Pairs of person and channel that were subscribed.');
  const removed = counter(
    'subscriptions_removed_total',
    'Pairs of person and channel that were unsubscribed.',
  );
  const again = counter(
    'decided_again_total',
    'Changes that were decided anew: the channel changed meanwhile.',
  );
  return {
    channelsCreated: (count) => created.inc(count),
    subscriptionsAdded: (pairs) => added.inc(pairs),
    subscriptionsRemoved: (pairs) => removed.inc(pairs),
    decidedAgain: () => again.inc(),
  };
}
