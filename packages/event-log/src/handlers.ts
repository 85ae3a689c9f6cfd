import type { Fact } from '@parley/proto/events/v1/facts';
import type { FollowedEvent } from './entry.ts';

type FactValue = NonNullable<Fact['value']>;

/** Names of the facts: `messageSent`, `userChanged` … */
export type FactKind = FactValue['$case'];

/** The value of a fact. */
export type FactOf<Kind extends FactKind> =
  Extract<FactValue, { $case: Kind }> extends infer Case
    ? Kind extends keyof Case
      ? NonNullable<Case[Kind]>
      : never
    : never;

/** One function per subscribed kind: a kind without a handler, or a handler too many, does not compile. */
export type FactHandlers<Kind extends FactKind> = {
  [K in Kind]: (fact: FactOf<K>, event: FollowedEvent) => void;
};

/** For `onEvents`: hands every event of a subscribed kind to its handler, in order. */
export type FactDispatch = (events: readonly FollowedEvent[]) => void;

/**
 * Hands facts to typed handlers. Events of other known kinds pass by; `onUnknown` hears of events whose fact this
 * release does not know (a newer service wrote them) or that cannot be decoded.
 */
export function handleFacts<const Kind extends FactKind>(
  kinds: readonly Kind[],
  handlers: FactHandlers<Kind>,
  onUnknown: (event: FollowedEvent) => void = () => undefined,
): FactDispatch {
  const subscribed = new Set<string>(kinds);
  return (events) => {
    for (const event of events) {
      const fact = factOf(event);
      if (!fact) onUnknown(event);
      else if (subscribed.has(fact.$case)) {
        const kind = fact.$case as Kind;
        const value = (fact as unknown as Record<Kind, FactOf<Kind>>)[kind];
        handlers[kind](value, event);
      }
    }
  };
}

function factOf(event: FollowedEvent): FactValue | undefined {
  try {
    return event.event.fact?.value;
  } catch {
    return undefined;
  }
}
