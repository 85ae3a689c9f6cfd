import { createEffect, createSignal, on } from 'solid-js';
import { localInputValue } from '../../ui/times.ts';
import type { PickProps } from './option-picker.tsx';

const inputTypes = { datepicker: 'date', timepicker: 'time', datetimepicker: 'datetime-local' } as const;

/**
 * Chooses a date, a time, or both. Browsers report each key in such a field as a change, so a message sends what was chosen when the
 * person leaves the field or presses Enter.
 */
export function TimeControl(props: PickProps & { type: keyof typeof inputTypes; isSentAtOnce: boolean }) {
  const stored = () => shownValue(props.type, props.values[0]);
  const [text, setText] = createSignal(stored());
  createEffect(on(stored, setText, { defer: true }));
  const commit = () => {
    if (text() !== stored()) props.onChange(text() === '' ? [] : [apiValue(props.type, text())]);
  };
  return (
    <input
      class="input"
      id={props.id}
      type={inputTypes[props.type]}
      dir="ltr"
      aria-label={props.label || undefined}
      aria-describedby={props.describedBy}
      value={text()}
      on:input={(event) => {
        setText(event.currentTarget.value);
        if (!props.isSentAtOnce) commit();
      }}
      onBlur={commit}
      on:keydown={(event) => {
        if (event.key !== 'Enter' || !props.isSentAtOnce) return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

/** Returns a value of the API as the field has it. */
function shownValue(type: keyof typeof inputTypes, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  return type === 'datetimepicker' ? localInputValue(Number(value) * 1000) : value;
}

/** Returns a value of the field as the API has it: moments are seconds since the Unix epoch. */
const apiValue = (type: keyof typeof inputTypes, text: string): string =>
  type === 'datetimepicker' ? String(Math.floor(new Date(text).getTime() / 1000)) : text;
