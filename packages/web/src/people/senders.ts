import type { Narrow } from '@parley/client';
import { type Accessor, createEffect, createMemo, createSignal, onCleanup } from 'solid-js';
import type { Parley } from '../model/parley.tsx';
import { channelOfNarrow } from '../router/router.ts';

/** Returns a signal of those who have written the loaded messages of a channel or a topic; nobody for narrows without a channel. */
export function useSenders(
  { store, connection }: Parley,
  narrow: Accessor<Narrow | undefined>,
): Accessor<ReadonlySet<number>> {
  const list = createMemo(() => {
    const present = narrow();
    return present && channelOfNarrow(present) !== undefined ? connection.history.list(present) : undefined;
  });
  const [version, setVersion] = createSignal(0);
  createEffect(() => {
    const present = list();
    if (present) onCleanup(present.watch(() => setVersion((each) => each + 1)));
  });
  return createMemo<ReadonlySet<number>>(
    () => {
      version();
      const ids = list()?.ranges.flatMap((range) => range.ids) ?? [];
      return new Set(ids.flatMap((id) => store.messages.known.get(id)?.sender_id ?? []));
    },
    new Set(),
    // Most new messages are from known senders, and must not sort the people again.
    { equals: (one, other) => one.size === other.size && [...one].every((id) => other.has(id)) },
  );
}
