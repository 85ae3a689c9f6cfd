/** Shared code of polls and to-do lists: their presses, and the form that adds a line. */

import type { Message } from '@parley/client';
import type { WidgetControl } from '@parley/rules/widgets';
import { createSignal, Show } from 'solid-js';
import { failureInWords } from '../../apps/presses/failure-words.ts';

import { Presses, type PressState } from '../../apps/presses/presses.ts';
import { ownPressesOf } from '../../apps/presses/presses-of-client.ts';
import { blocksTexts, k } from '../../apps/texts.ts';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import '../../styles/blocks.css';

await blocksTexts.load();

/** Presses of the controls of a poll or to-do list. */
export type WidgetPresses = {
  stateOf(control: WidgetControl): PressState;
  /** Sends a press, which the server makes the change that it means, once. Returns whether it succeeded. */
  press(control: WidgetControl, values?: readonly string[]): Promise<boolean>;
  /** Returns why the last press of a control failed; undefined when none has. */
  failure(): string | undefined;
};

/** Creates the presses of a poll or to-do list, which are blocks of the message. Call it inside a component. */
export function createWidgetPresses(message: () => Message): WidgetPresses {
  const parley = useParley();
  const { client } = parley;
  const [states, setStates] = createSignal<ReadonlyMap<string, PressState>>(new Map());
  const presses = new Presses({
    newId: () => ownPressesOf(parley).newId(),
    reasonOf,
    unknownReason: () => k('failed'),
    onChange: (key, state) => void setStates((all) => new Map([...all, [key, state]])),
  });
  return {
    stateOf: ({ block_id }) => states().get(block_id) ?? 'idle',
    press: (control, values = []) =>
      presses.press(control.block_id, JSON.stringify(values), async (press_id) => {
        const pressed = { ...control, values: [...values] };
        const request = { press_id, message_id: message().id, pressed };
        const { outcome, reason } = await client.call('press-block', request);
        return { outcome, reason: outcome === 'failed' ? failureInWords(reason) : undefined };
      }),
    failure: () => [...states().values()].find((state) => typeof state === 'object')?.failed,
  };
}

/** Says that a press is under way, for assistive technology, and why one failed. */
export function PressFeedback(props: { presses: WidgetPresses; isPressing: boolean }) {
  return (
    <>
      <span class="visually-hidden" role="status">
        {props.isPressing ? k('pressing') : ''}
      </span>
      <div role="alert" class="block-failure">
        <Show when={props.presses.failure()}>{(reason) => <span>{reason()}</span>}</Show>
      </div>
    </>
  );
}

/** Shows a form that adds a line, such as an option of a poll. */
export function AddLine(props: { label: string; control: WidgetControl; presses: WidgetPresses }) {
  const [text, setText] = createSignal('');
  const isAdding = () => props.presses.stateOf(props.control) === 'pressing';
  const add = async () => {
    const line = text().trim();
    if (line !== '' && (await props.presses.press(props.control, [line]))) setText('');
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
      <button type="submit" class="button" aria-busy={isAdding()} disabled={text().trim() === ''}>
        {t('add')}
      </button>
    </form>
  );
}
