import type { Announced, Change } from './marks.ts';

/**
 * Time in milliseconds for which the writes of messages by one user share one announcement. During this time, other
 * gateways treat a write as open: they determine a position for each request of the user that depends on messages. Few
 * requests do.
 */
const sharedForMs = 2_000;

/** A group of writes by one user that share one announcement. Other gateways see it as one write. */
export type Span = {
  readonly write: Announced;
  readonly beganMs: number;
  /** Resolves when the announcement is acknowledged, with the value of `joins` for which it was sent. */
  readonly announced: Promise<number | undefined>;
  /** The value of `announced`, once it has resolved. */
  acknowledged?: { joins: number | undefined };
  /** Number of writes that have not ended. */
  writes: number;
};

type Beginning = { userId: number; change: Change; joins: number | undefined; nowMs: number };

/**
 * Spans that the next write of the same user may join. Only writes of messages share a span: few requests wait for
 * these, whereas every request waits for writes of facts.
 */
export class Spans {
  /** By user; the earliest first. */
  readonly #shared = new Map<number, Span>();

  /**
   * Returns the span that a write can join; undefined when it must be announced.
   * @param joins number of times that a gateway has joined; undefined without NATS
   */
  find({ userId, change, joins, nowMs }: Beginning): Span | undefined {
    const span = change === 'messages' ? this.#shared.get(userId) : undefined;
    if (!span || span.beganMs + sharedForMs <= nowMs) return undefined;
    // A gateway that joined later does not know of the span. Without NATS, none does.
    const { acknowledged } = span;
    const isKnown = !acknowledged || (joins !== undefined && acknowledged.joins === joins);
    return isKnown ? span : undefined;
  }

  /** Lets later writes join a span. Returns the earlier span of the user, which they do not join any more. */
  share(span: Span): Span | undefined {
    if (span.write.change !== 'messages') return undefined;
    const former = this.#shared.get(span.write.userId);
    this.#shared.delete(span.write.userId);
    this.#shared.set(span.write.userId, span);
    return former;
  }

  /** Returns whether later writes may join the span, so that it must stay open. */
  isShared(span: Span): boolean {
    return this.#shared.get(span.write.userId) === span;
  }

  /** Lets no more writes join a span. */
  withdraw(span: Span): void {
    if (this.isShared(span)) this.#shared.delete(span.write.userId);
  }

  /** Lets no more writes join spans that are old enough, and returns them. */
  expire(nowMs: number): Span[] {
    const expired: Span[] = [];
    for (const [userId, span] of this.#shared) {
      if (span.beganMs + sharedForMs > nowMs) break;
      this.#shared.delete(userId);
      expired.push(span);
    }
    return expired;
  }
}
