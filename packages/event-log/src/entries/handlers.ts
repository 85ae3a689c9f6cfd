import type { FollowedEvent } from './entry.ts';
import type { FactKind, FactValue } from './fact-kinds.ts';

/** The value of a kind of fact. A fact is the content of an event. */
export type FactOf<Kind extends FactKind> =
  Extract<FactValue, { $case: Kind }> extends infer Case
    ? Kind extends keyof Case
      ? NonNullable<Case[Kind]>
      : never
    : never;

/** A handler for each subscribed kind. The compiler rejects missing and unexpected handlers. */
export type FactHandlers<Kind extends FactKind> = {
  [K in Kind]: (fact: FactOf<K>, event: FollowedEvent) => void;
};

/** A function that passes events to the handlers of their kinds, in order. It can be the option `onEvents` of a follower. */
export type FactDispatch = (events: readonly FollowedEvent[]) => void;

/**
 * Returns a function that passes facts to handlers by kind. It skips events of other known kinds without decoding them.
 * @param onUnknown receives events without a fact that this release knows, which a newer service may have written, and events
 * that cannot be decoded
 */
export function handleFacts<const Kind extends FactKind>(
  kinds: readonly Kind[],
  handlers: FactHandlers<Kind>,
  onUnknown: (event: FollowedEvent) => void = () => undefined,
): FactDispatch {
  const subscribed = new Set<string>(kinds);
  return (events) => {
    for (const event of events) {
      const kind = event.factKind as Kind | undefined;
      if (kind !== undefined && !subscribed.has(kind)) continue;
      const fact = kind && factOf(event);
      if (kind && fact) handlers[kind]((fact as unknown as Record<Kind, FactOf<Kind>>)[kind], event);
      else onUnknown(event);
    }
  };
}

function factOf(event: FollowedEvent): FactValue | undefined {
  try {
    return event.fact;
  } catch {
    return undefined;
  }
}
