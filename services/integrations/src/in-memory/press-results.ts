import { logNames, type NatsLink } from '@parley/event-log';
import type { UserId } from '@parley/rules';

/** Says which press has its result now. */
type Announcement = { key: string };

/** How an announcement reaches the other replicas, and comes from them. */
export type Announcements = {
  send(announcement: Announcement): void;
  stop(): void;
};

/**
 * Tells those who wait for the result of a press, in this replica and in others, that it is stored. A lost announcement costs only time, because
 * whoever waits looks again.
 */
export class PressResults {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #announcements: Announcements;

  constructor(connect: (receive: (announcement: Announcement) => void) => Announcements) {
    this.#announcements = connect(({ key }) => this.#end(key));
  }

  /** Tells that the result of a press is stored. */
  announce(key: string): void {
    this.#end(key);
    this.#announcements.send({ key });
  }

  /**
   * Waits for the result of a press.
   * @param look returns the result if it is stored
   * @param everyMs after which it looks again without an announcement
   * @returns undefined when there was none within the time
   */
  async wait<Result>(
    key: string,
    look: () => Promise<Result | undefined>,
    { withinMs, everyMs }: { withinMs: number; everyMs: number },
  ): Promise<Result | undefined> {
    const until = performance.now() + withinMs;
    for (;;) {
      // Waits before it looks, so that a result that is stored in between is not missed.
      const told = this.#told(key, Math.min(everyMs, until - performance.now()));
      const result = await look().catch((error: unknown) => {
        told.end();
        throw error;
      });
      if (result !== undefined || performance.now() >= until) {
        told.end();
        return result;
      }
      await told.promise;
    }
  }

  stop(): void {
    this.#announcements.stop();
    for (const key of this.#waiting.keys()) this.#end(key);
  }

  #told(key: string, withinMs: number): { promise: Promise<void>; end(): void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = this.#waiting.get(key) ?? new Set();
    const end = () => {
      clearTimeout(timer);
      all.delete(end);
      if (all.size === 0 && this.#waiting.get(key) === all) this.#waiting.delete(key);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, withinMs));
    this.#waiting.set(key, all.add(end));
    return { promise, end };
  }

  #end(key: string): void {
    for (const end of this.#waiting.get(key) ?? []) end();
  }
}

/** Returns how replicas tell each other of results: by a subject of NATS, without storing anything. */
export const announcementsOver =
  (link: Pick<NatsLink, 'connection' | 'current'>, prefix: string) =>
  (receive: (announcement: Announcement) => void): Announcements => {
    const subject = logNames(prefix).broadcast('press-results');
    const subscribing = link.connection.then((nats) =>
      nats.subscribe(subject, {
        callback: (error, message) => {
          if (!error) receive({ key: message.string() });
        },
      }),
    );
    // The link is closed before the first connection. Nobody is told then.
    subscribing.catch(() => undefined);
    return {
      send({ key }) {
        const { current: nats } = link;
        if (nats && !nats.isClosed()) nats.publish(subject, key);
      },
      stop: () => void subscribing.then((subscription) => subscription.unsubscribe()).catch(() => undefined),
    };
  };

export const pressKey = (userId: UserId, clientId: string): string => `${userId} ${clientId}`;
