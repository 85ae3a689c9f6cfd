import { X } from 'lucide';
import { createMemo, For, Show } from 'solid-js';
import { f } from '../../forms/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { PickerFrame } from './picker-frame.tsx';

export type PickChoice = { readonly value: string; readonly label: string; readonly detail?: string };

export type PickProps = {
  /** Empty when another element labels the field by its ID. */
  label: string;
  id?: string | undefined;
  describedBy?: string | undefined;
  placeholder: string;
  isMany: boolean;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
};

/** Chooses one or several of many named things, which the person finds by typing. */
export function OptionPicker(
  props: PickProps & {
    choices: () => readonly PickChoice[];
    /** Returns the name of a chosen thing that is not among the choices any more. */
    nameOf?: (value: string) => string;
  },
) {
  const byValue = createMemo(() => new Map(props.choices().map((each) => [each.value, each])));
  const nameOf = (value: string) => byValue().get(value)?.label ?? props.nameOf?.(value) ?? value;
  const items = () =>
    props
      .choices()
      .map(({ value, label, detail }, id) => ({ id, value, label: detail ? `${label} (${detail})` : label }))
      .filter(({ value }) => !props.isMany || !props.values.includes(value));
  return (
    <PickerFrame>
      <Show when={props.isMany}>
        <Chips values={props.values} nameOf={nameOf} onChange={props.onChange} />
      </Show>
      <PickField
        {...(props.id === undefined ? {} : { id: props.id })}
        {...(props.label === '' ? {} : { label: props.label })}
        describedBy={props.describedBy}
        placeholder={props.placeholder}
        chosen={props.isMany || props.values[0] === undefined ? '' : nameOf(props.values[0])}
        items={items}
        onPick={(id) => {
          const value = props.choices()[id]?.value;
          if (value !== undefined) props.onChange(props.isMany ? [...props.values, value] : [value]);
        }}
      />
    </PickerFrame>
  );
}

/** Shows what is chosen, each with a button that takes it away. */
export function Chips(props: {
  values: readonly string[];
  nameOf: (value: string) => string;
  onChange: (values: readonly string[]) => void;
}) {
  return (
    <For each={props.values}>
      {(value) => (
        <button
          type="button"
          class="chip is-word"
          aria-label={f('remove', { name: props.nameOf(value) })}
          onClick={() => props.onChange(props.values.filter((each) => each !== value))}
        >
          {props.nameOf(value)}
          <Icon of={X} />
        </button>
      )}
    </For>
  );
}
