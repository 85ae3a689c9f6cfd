import { Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import type { ControlOf } from '../block-parts/shapes.ts';
import type { PickProps } from './option-picker.tsx';

type TextType = 'plain_text_input' | 'number_input' | 'email_text_input' | 'url_text_input';

const inputModes = {
  plain_text_input: 'text',
  number_input: 'decimal',
  email_text_input: 'email',
  url_text_input: 'url',
} as const;

/** Writes a text, a number, an address of mail or of a page. */
export function TextControl(
  props: PickProps & {
    control: ControlOf<TextType>;
    /** Whether the app wants to know each change. It is sent when the person leaves the field, not with each key. */
    isSent: boolean;
  },
) {
  const isLong = () => props.control.type === 'plain_text_input' && props.control.multiline;
  let before = props.values[0] ?? '';
  const take = (text: string) => {
    if (!props.isSent) props.onChange(text === '' ? [] : [text]);
  };
  const commit = (text: string) => {
    if (!props.isSent || text === before) return;
    before = text;
    props.onChange(text === '' ? [] : [text]);
  };
  const shared = () => ({
    class: 'input',
    id: props.id,
    'aria-label': props.label || undefined,
    'aria-describedby': props.describedBy,
    placeholder: 'placeholder' in props.control ? props.control.placeholder?.text : undefined,
    dir: directionOf(props.values[0] ?? ''),
    value: props.values[0] ?? '',
    onInput: (event: InputEvent & { currentTarget: { value: string } }) => take(event.currentTarget.value),
    onBlur: (event: FocusEvent & { currentTarget: { value: string } }) => commit(event.currentTarget.value),
  });
  return (
    <Show
      when={isLong()}
      fallback={<input {...shared()} inputmode={inputModes[props.control.type]} autocomplete="off" />}
    >
      <textarea {...shared()} rows={4} />
    </Show>
  );
}
