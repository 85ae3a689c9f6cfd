import { createSignal } from 'solid-js';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import type { Block, BlockOption, Container, Control, ControlValue } from '../block-parts/shapes.ts';
import { plainOf } from '../block-parts/text.tsx';
import { failureInWords } from '../presses/failure-words.ts';
import { Presses, type PressState } from '../presses/presses.ts';
import { ownPressesOf } from '../presses/presses-of-client.ts';
import { readAgain } from '../presses/read-again.ts';
import { k } from '../texts.ts';
import { initialValues, keyOf, stateOf, withLabels } from './controls.ts';

/** A choice of a select: an option with its text, by groups if it has any. */
export type OptionList = readonly { readonly group: string; readonly option: BlockOption }[];

/** What the controls of one message or form do, and what they have. */
export type BlockActions = {
  /** Whether the controls are those of a form, which is sent as a whole. */
  readonly isForm: boolean;
  values(block: Block, control: Control): readonly string[];
  /** Changes the values of a control. In a message, and where the app wants to know at once, this is sent as a press. */
  change(block: Block, control: Control, values: readonly string[]): void;
  /** Sends a press of a button, or of an entry of an overflow menu. */
  press(block: Block, control: Control, values: readonly string[]): Promise<boolean>;
  pressState(block: Block, control: Control): PressState;
  /** Loads the options of a select that the app offers for a text. */
  load(block: Block, control: Control, query: string): Promise<OptionList>;
  /** The values that a person has changed, by the key of the control. */
  changed(): ReadonlyMap<string, readonly string[]>;
  /** What all controls have now, as requests name it. */
  state(): ControlValue[];
};

/** Returns the options of a select in their groups. */
export function optionList(found: {
  readonly options?: readonly BlockOption[];
  readonly option_groups?: readonly {
    readonly label: { readonly text: string };
    readonly options: readonly BlockOption[];
  }[];
}): OptionList {
  return [
    ...(found.options ?? []).map((option) => ({ group: '', option })),
    ...(found.option_groups ?? []).flatMap(({ label, options }) =>
      options.map((option) => ({ group: label.text, option })),
    ),
  ];
}

const keyFor = (block: Block, control: Control) => keyOf(block.block_id, control.action_id);

/** The texts of options that the app has loaded, by control and value. */
type Labels = Map<string, Map<string, string>>;

/** Sends presses with the state of all controls, and keeps what has become of them. Call it inside a component. */
function createPresses(container: () => Container, stateNow: () => ControlValue[], labels: Labels) {
  const parley = useParley();
  const [states, setStates] = createSignal<ReadonlyMap<string, PressState>>(new Map());
  const presses = new Presses({
    newId: () => ownPressesOf(parley).newId(),
    reasonOf,
    unknownReason: () => k('failed'),
    onChange: (key, state) => void setStates((all) => new Map([...all, [key, state]])),
  });
  const press: BlockActions['press'] = (block, control, values) => {
    const pressed = withLabels(
      { block_id: block.block_id, action_id: control.action_id, values: [...values] },
      labels,
    );
    const target = container();
    const sent = presses.press(keyFor(block, control), JSON.stringify(values), async (press_id) => {
      const { outcome, reason } = await parley.client.call('press-block', {
        press_id,
        ...target,
        pressed,
        state: stateNow().slice(0, 100),
      });
      return { outcome, reason: outcome === 'failed' ? failureInWords(reason) : undefined };
    });
    void sent.then((isDone) => isDone && readAgain(parley, target));
    return sent;
  };
  return { press, states };
}

/** Returns what loads options of selects and keeps their texts in `labels`. Call it inside a component. */
function createLoading(container: () => Container, labels: Labels): BlockActions['load'] {
  const { client } = useParley();
  return async (block, control, query) => {
    const { found } = await client.call('get-block-options', {
      ...container(),
      block_id: block.block_id,
      action_id: control.action_id,
      query,
    });
    const options = optionList(found);
    const known = labels.get(keyFor(block, control)) ?? new Map<string, string>();
    for (const { option } of options) known.set(option.value, plainOf(option.text));
    labels.set(keyFor(block, control), known);
    return options;
  };
}

/** Creates the actions of the controls of a message or form. Call it inside a component. */
export function createBlockActions(
  container: () => Container,
  blocks: () => readonly Block[],
  { isForm = false } = {},
): BlockActions {
  const [changed, setChanged] = createSignal<ReadonlyMap<string, readonly string[]>>(new Map());
  const labels: Labels = new Map();
  const state = () => stateOf(blocks(), changed()).map((value) => withLabels(value, labels));
  const { press, states } = createPresses(container, state, labels);
  return {
    isForm,
    changed,
    state,
    press,
    values: (block, control) => changed().get(keyFor(block, control)) ?? initialValues(control),
    change(block, control, values) {
      setChanged((all) => new Map([...all, [keyFor(block, control), values]]));
      const isSent = block.type === 'input' ? block.dispatch_action : true;
      if (isSent) void press(block, control, values);
    },
    pressState: (block, control) => states().get(keyFor(block, control)) ?? 'idle',
    load: createLoading(container, labels),
  };
}
