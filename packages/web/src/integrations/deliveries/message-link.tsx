import type { MessageId } from '@parley/client';
import { Show } from 'solid-js';
import { n } from '../texts.ts';

/** Links to the message that a delivery became; renders nothing without one. */
export function MessageLink(props: { messageId: MessageId | null; label?: string }) {
  return (
    <Show when={props.messageId}>
      {(id) => <a href={`#narrow/near/${id()}`}>{props.label ?? n('openMessage')}</a>}
    </Show>
  );
}
