import { createUniqueId, For, Match, Show, Switch } from 'solid-js';
import { channelName, compareNames, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import type { Block, BlockOption, Control, ControlOf } from '../block-parts/shapes.ts';
import { plainOf, TextOfBlock } from '../block-parts/text.tsx';
import { k } from '../texts.ts';
import type { BlockActions } from './block-actions.ts';
import { optionList } from './block-actions.ts';
import { ExternalPicker } from './external-picker.tsx';
import { OptionPicker, type PickChoice } from './option-picker.tsx';
import { TextControl } from './text-control.tsx';
import { TimeControl } from './time-control.tsx';

export type FieldProps<T extends Control = Control> = {
  readonly block: Block;
  readonly control: T;
  /** Name of the control for assistive technology. Empty when another element labels it by `id`. */
  readonly label: string;
  readonly id?: string;
  readonly describedBy?: string | undefined;
  readonly actions: BlockActions;
  readonly onChange: (values: readonly string[]) => void;
};

/** Returns whether several things can be chosen with a control. */
const isMany = ({ type }: Control): boolean => type.startsWith('multi_');

const labelOf = ({ label, control }: FieldProps) => label || placeholderOf(control) || k('choose');

/** Returns what all controls get. */
const sharedOf = (props: FieldProps) => ({
  label: props.id === undefined ? labelOf(props) : '',
  id: props.id,
  describedBy: props.describedBy,
  placeholder: placeholderOf(props.control) ?? k('choose'),
  isMany: isMany(props.control),
  values: props.actions.values(props.block, props.control),
  onChange: props.onChange,
});

/** Shows a control with which a person chooses or writes something. */
export function FieldControl(props: FieldProps) {
  const is = <T extends Control['type']>(...types: T[]) => controlOf(props, types);
  const label = () => labelOf(props);
  const shared = () => sharedOf(props);
  return (
    <Switch fallback={<PlainField field={props} shared={shared()} legend={label()} />}>
      <Match when={is('static_select', 'multi_static_select')}>
        {(control) => (
          <OptionPicker
            {...shared()}
            choices={() => optionList(control()).map(({ group, option }) => choiceOf(option, group))}
          />
        )}
      </Match>
      <Match when={is('external_select', 'multi_external_select')}>
        {(control) => (
          <ExternalPicker
            {...shared()}
            known={initialOptions(control())}
            least={control().min_query_length}
            load={(query) => props.actions.load(props.block, props.control, query)}
          />
        )}
      </Match>
      <Match when={is('users_select', 'multi_users_select')}>
        <PeoplePicker {...shared()} />
      </Match>
      <Match when={is('channels_select', 'multi_channels_select')}>
        <ChannelPicker {...shared()} />
      </Match>
    </Switch>
  );
}

type Shared = Omit<PickerProps, 'choices'>;

/** Shows a control that is neither a list of options, of people nor of channels. */
function PlainField(props: { field: FieldProps; shared: Shared; legend: string }) {
  const is = <T extends Control['type']>(...types: T[]) => controlOf(props.field, types);
  return (
    <Switch>
      <Match when={is('datepicker', 'timepicker', 'datetimepicker')}>
        {(control) => (
          <TimeControl {...props.shared} type={control().type} isSentAtOnce={!props.field.actions.isForm} />
        )}
      </Match>
      <Match when={is('checkboxes')}>
        {(control) => (
          <Boxes {...props.shared} options={control().options} isRadio={false} legend={props.legend} />
        )}
      </Match>
      <Match when={is('radio_buttons')}>
        {(control) => <Boxes {...props.shared} options={control().options} isRadio legend={props.legend} />}
      </Match>
      <Match when={is('plain_text_input', 'number_input', 'email_text_input', 'url_text_input')}>
        {(control) => (
          <TextControl
            {...props.shared}
            control={control()}
            isSent={props.field.block.type === 'input' && props.field.block.dispatch_action}
          />
        )}
      </Match>
    </Switch>
  );
}

const controlOf = <T extends Control['type']>({ control }: FieldProps, types: readonly T[]) =>
  (types as readonly string[]).includes(control.type) ? (control as ControlOf<T>) : undefined;

const placeholderOf = (control: Control): string | undefined =>
  'placeholder' in control ? control.placeholder?.text : undefined;

const initialOptions = (control: ControlOf<'external_select' | 'multi_external_select'>): BlockOption[] =>
  'initial_options' in control
    ? [...(control.initial_options ?? [])]
    : 'initial_option' in control && control.initial_option
      ? [control.initial_option]
      : [];

const choiceOf = (option: BlockOption, group: string): PickChoice => ({
  value: option.value,
  label: plainOf(option.text),
  detail: [group, plainOf(option.description)].filter(Boolean).join(' · '),
});

type PickerProps = Parameters<typeof OptionPicker>[0];

/** Chooses people, whose values are their IDs in the form `U12`. */
function PeoplePicker(props: Omit<PickerProps, 'choices'>) {
  const { store } = useParley();
  const people = useDerived([store.people.users], () =>
    [...store.people.users.values()]
      .filter((user) => user.is_active && !user.is_bot)
      .sort((one, other) => compareNames(one.full_name, other.full_name))
      .map((user) => ({ value: `U${user.user_id}`, label: user.full_name })),
  );
  return (
    <OptionPicker {...props} choices={people} nameOf={(value) => userName(store, Number(value.slice(1)))} />
  );
}

/** Chooses channels, whose values are their IDs in the form `C5`. */
function ChannelPicker(props: Omit<PickerProps, 'choices'>) {
  const { store } = useParley();
  const channels = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name))
      .map((channel) => ({ value: `C${channel.stream_id}`, label: `#${channel.name}` })),
  );
  return (
    <OptionPicker
      {...props}
      choices={channels}
      nameOf={(value) => `#${channelName(store, Number(value.slice(1)))}`}
    />
  );
}

type BoxesProps = {
  legend: string;
  options: readonly BlockOption[];
  isRadio: boolean;
  describedBy?: string | undefined;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
};

/** Returns the values that are chosen, in the order of the options, after one was switched on or off. */
function valuesAfter({ options, values, isRadio }: BoxesProps, value: string, isOn: boolean): string[] {
  if (isRadio) return [value];
  const chosen = new Set(values);
  if (isOn) chosen.add(value);
  else chosen.delete(value);
  return options.map((option) => option.value).filter((each) => chosen.has(each));
}

/** Shows all options, of which one or several are chosen. */
function Boxes(props: BoxesProps) {
  const name = createUniqueId();
  let boxes!: HTMLFieldSetElement;
  const onChange = (value: string, isOn: boolean) => {
    props.onChange(valuesAfter(props, value, isOn));
    // The browser has marked the option already. It is chosen only after a confirmation that the app wants.
    for (const box of boxes.querySelectorAll('input')) box.checked = props.values.includes(box.value);
  };
  return (
    <fieldset class="block-boxes" aria-describedby={props.describedBy} ref={boxes}>
      <legend class="visually-hidden">{props.legend}</legend>
      <For each={props.options}>
        {(option) => (
          <label class="block-box">
            <input
              type={props.isRadio ? 'radio' : 'checkbox'}
              dir="ltr"
              name={name}
              value={option.value}
              checked={props.values.includes(option.value)}
              onChange={(event) => onChange(option.value, event.currentTarget.checked)}
            />
            <span>
              <TextOfBlock text={option.text} />
              <Show when={option.description}>
                {(text) => <TextOfBlock text={text()} class="block-help" />}
              </Show>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}
