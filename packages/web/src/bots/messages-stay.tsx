import type { UserId } from '@parley/client';
import { createSignal, Show } from 'solid-js';
import { countMessages } from '../model/loading/count-messages.ts';
import { useParley } from '../model/parley.tsx';
import { b } from './texts.ts';

/** Shows how many messages of a person or bot remain after a deactivation. Counts only messages that the reader can see. */
export function MessagesStay(props: { userId: UserId }) {
  const { client } = useParley();
  // A signal instead of a resource: Suspense would hide the page and the dialog while a resource loads.
  const [counted, setCounted] = createSignal<Awaited<ReturnType<typeof countMessages>>>();
  countMessages(client, [{ operator: 'sender', operand: props.userId }])
    .then(setCounted)
    // When the number cannot be loaded, the dialog shows its text without the number.
    .catch(() => undefined);
  return (
    <p role="status">
      <Show when={counted()}>
        {(found) => <>{b(found().isAll ? 'messagesStay' : 'messagesStayMany', { count: found().count })}</>}
      </Show>
    </p>
  );
}
