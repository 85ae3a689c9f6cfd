/** Shared code of polls and to-do lists: sending a change, and the form that adds a line. */

import type { Message } from '@parley/client';
import { createSignal } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { type Parley, useParley } from '../model/parley.tsx';

/** Sends a change of a poll or a to-do list, and shows an error when it fails. Returns whether it succeeded. */
export const submitChange = (parley: Parley, message: Message, change: object): Promise<boolean> =>
  attempt(
    parley,
    parley.client.call('add-submessage', {
      message_id: message.id,
      msg_type: 'widget',
      content: JSON.stringify(change),
    }),
  );

/**
 * Shows a form that adds a line, such as an option of a poll.
 * @param change returns the change to send for a text. `number` is the sequence number of the person's change. Undefined sends
 * nothing
 */
export function AddLine(props: {
  message: Message;
  label: string;
  change: (text: string, number: number) => object | undefined;
}) {
  const parley = useParley();
  const [text, setText] = createSignal('');
  const add = async () => {
    const { selfId } = parley.store.people;
    const own = props.message.submessages.filter(({ sender_id }) => sender_id === selfId).length;
    const change = text().trim() === '' ? undefined : props.change(text().trim(), own + 1);
    if (change && (await submitChange(parley, props.message, change))) setText('');
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        class="input"
        aria-label={props.label}
        placeholder={props.label}
        dir={directionOf(text())}
        value={text()}
        on:input={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={text().trim() === ''}>
        {t('add')}
      </button>
    </form>
  );
}
