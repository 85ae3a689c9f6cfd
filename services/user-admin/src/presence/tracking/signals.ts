import { type NatsLink, openNats, type SharedLog, sendSignal } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';

/** Not stored: signals that are sent while NATS is unreachable are lost. */
export type Signals = {
  start(): void;
  send(signal: Event): void;
  stop(): Promise<void>;
};

/** Creates the sender of presence signals. Its calls return immediately and never fail. */
export function createSignals(
  { url, prefix }: { url: string; prefix: string },
  shared?: SharedLog | undefined,
): Signals {
  let link: NatsLink | undefined;
  return {
    start() {
      link = openNats({ url, name: 'parley-user-admin', shared });
    },
    send(signal) {
      if (link?.current) sendSignal(link.current, prefix, 'presence', signal);
    },
    async stop() {
      await link?.close();
    },
  };
}
