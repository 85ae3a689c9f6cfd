import { createSignal, Show } from 'solid-js';
import { countMessages } from '../model/count-messages.ts';
import { useParley } from '../model/parley.tsx';
import { o } from './texts.ts';

/** Says how many messages of a person or bot, of those that the reader can see, stay after a deactivation. */
export function MessagesStay(props: { userId: number }) {
  const { client } = useParley();
  // Not a resource: while one loads, Suspense would hide the page and the dialog.
  const [counted, setCounted] = createSignal<Awaited<ReturnType<typeof countMessages>>>();
  countMessages(client, [{ operator: 'sender', operand: props.userId }])
    .then(setCounted)
    // Without the number, the dialog still says what it does.
    .catch(() => undefined);
  return (
    <p role="status">
      <Show when={counted()}>
        {(found) => o(found().isAll ? 'messagesStay' : 'messagesStayMany', { count: found().count })}
      </Show>
    </p>
  );
}
