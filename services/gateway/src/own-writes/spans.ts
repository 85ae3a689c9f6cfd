import type { UserId } from '@parley/rules';
import type { Announced, Change } from './recent-writers.ts';

/**
 * Time in milliseconds for which writes of messages by one user share one announcement. During this time, other gateways treat
 * the user as one with an open write: they determine a new position for each request that depends on messages. The most frequent
 * requests do not.
 */
const sharedForMs = 2_000;

/** A group of writes by one user that share one announcement. Other gateways see it as one write. */
export type Span = {
  readonly write: Announced;
  readonly beganMs: number;
  /** Resolves when all gateways acknowledged the announcement, with the value of `joinCount` for which it was sent. */
  readonly announced: Promise<number | undefined>;
  /** The value of `announced`, once it has resolved. */
  acknowledged?: { joinCount: number | undefined };
  writes: number;
};

type Beginning = { userId: UserId; change: Change; joinCount: number | undefined; nowMs: number };

/**
 * Spans that the next write of the same user may join. Only writes of messages share a span, because the most frequent requests do
 * not depend on messages. Nearly all operations depend on facts, so a longer open write of facts would delay many requests.
 */
export class Spans {
  /** Shared spans by user ID; the earliest first. */
  readonly #shared = new Map<number, Span>();

  /** @param joinCount number of times that a gateway has joined; undefined without NATS */
  find({ userId, change, joinCount, nowMs }: Beginning): Span | undefined {
    const span = change === 'messages' ? this.#shared.get(userId) : undefined;
    if (!span || span.beganMs + sharedForMs <= nowMs) return undefined;
    // A gateway that joined after the span's announcement does not know of the span. Without NATS, no gateway does.
    const { acknowledged } = span;
    const isKnown = !acknowledged || (joinCount !== undefined && acknowledged.joinCount === joinCount);
    return isKnown ? span : undefined;
  }

  /** Lets later writes of the user join a span. Returns the user's previous span, which writes can no longer join. */
  share(span: Span): Span | undefined {
    if (span.write.change !== 'messages') return undefined;
    const former = this.#shared.get(span.write.userId);
    this.#shared.delete(span.write.userId);
    this.#shared.set(span.write.userId, span);
    return former;
  }

  /** Returns whether later writes may join the span. Such a span must stay open. */
  isShared(span: Span): boolean {
    return this.#shared.get(span.write.userId) === span;
  }

  withdraw(span: Span): void {
    if (this.isShared(span)) this.#shared.delete(span.write.userId);
  }

  /** Prevents further writes from joining spans that are older than `sharedForMs`, and returns these. */
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
