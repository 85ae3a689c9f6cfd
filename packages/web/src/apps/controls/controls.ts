/** Controls of blocks: which there are, what they have at first, and whether what was filled in is valid. */
import type { Block, Control, ControlValue } from '../block-parts/shapes.ts';

export type Placed = { readonly block: Block; readonly control: Control };

/** Identifies a control in its message or form. */
export const keyOf = (blockId: string, actionId: string): string => JSON.stringify([blockId, actionId]);

export function controlsOf(blocks: readonly Block[]): Placed[] {
  return blocks.flatMap((block): Placed[] => {
    switch (block.type) {
      case 'section':
        return block.accessory && block.accessory.type !== 'image'
          ? [{ block, control: block.accessory }]
          : [];
      case 'actions':
        return block.elements.map((control) => ({ block, control }));
      case 'input':
        return [{ block, control: block.element }];
      default:
        return [];
    }
  });
}

/** Returns what a control has at first: a text, or the values of what is chosen. */
export function initialValues(control: Control): string[] {
  switch (control.type) {
    case 'button':
      return control.value === undefined ? [] : [control.value];
    case 'overflow':
      return [];
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return control.initial_option ? [control.initial_option.value] : [];
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return (control.initial_options ?? []).map(({ value }) => value);
    case 'users_select':
      return given(control.initial_user);
    case 'multi_users_select':
      return [...(control.initial_users ?? [])];
    case 'channels_select':
      return given(control.initial_channel);
    case 'multi_channels_select':
      return [...(control.initial_channels ?? [])];
    case 'datepicker':
      return given(control.initial_date);
    case 'timepicker':
      return given(control.initial_time);
    case 'datetimepicker':
      return control.initial_date_time === undefined ? [] : [String(control.initial_date_time)];
    default:
      return given(control.initial_value);
  }
}

const given = (value: string | undefined): string[] => (value === undefined || value === '' ? [] : [value]);

/** Returns whether a control keeps what is chosen, and so is a part of the state of its message or form. */
const isKept = ({ type }: Control): boolean => type !== 'button' && type !== 'overflow';

/** Returns the values of all controls that keep one. `values` has those that a person has changed, by key. */
export function stateOf(
  blocks: readonly Block[],
  values: ReadonlyMap<string, readonly string[]>,
): ControlValue[] {
  return controlsOf(blocks).flatMap(({ block, control }) => {
    if (!isKept(control)) return [];
    const chosen = values.get(keyOf(block.block_id, control.action_id)) ?? initialValues(control);
    return [{ block_id: block.block_id, action_id: control.action_id, values: [...chosen] }];
  });
}

/** Returns a value with the texts of its options, if they are among those that were loaded, which are known by control and value. */
export function withLabels(
  value: ControlValue,
  labels: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ControlValue {
  const known = labels.get(keyOf(value.block_id, value.action_id));
  if (!known) return value;
  return { ...value, labels: value.values.map((each) => known.get(each) ?? '') };
}

export type Problem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-short'; readonly count: number }
  | { readonly kind: 'too-long'; readonly count: number }
  | { readonly kind: 'not-a-number' }
  | { readonly kind: 'not-whole' }
  | { readonly kind: 'too-small'; readonly limit: string }
  | { readonly kind: 'too-large'; readonly limit: string }
  | { readonly kind: 'not-an-address' }
  | { readonly kind: 'not-a-url' }
  | { readonly kind: 'too-many'; readonly count: number };

/** Returns what is wrong with a form before it is sent, by the ID of the block. The server and the app decide in the end. */
export function problemsOf(
  blocks: readonly Block[],
  values: ReadonlyMap<string, readonly string[]>,
): Map<string, Problem> {
  const found = new Map<string, Problem>();
  for (const block of blocks) {
    if (block.type !== 'input') continue;
    const { element: control } = block;
    const chosen = values.get(keyOf(block.block_id, control.action_id)) ?? initialValues(control);
    const problem = problemOf(control, chosen, block.optional);
    if (problem) found.set(block.block_id, problem);
  }
  return found;
}

function problemOf(control: Control, chosen: readonly string[], isOptional: boolean): Problem | undefined {
  const text = chosen[0] ?? '';
  if (chosen.length === 0 || (chosen.length === 1 && text.trim() === '')) {
    return isOptional ? undefined : { kind: 'missing' };
  }
  switch (control.type) {
    case 'plain_text_input':
      return lengthProblem([...text].length, control.min_length, control.max_length);
    case 'number_input':
      return numberProblem(text, control);
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? undefined : { kind: 'not-an-address' };
    case 'url_text_input':
      return /^https?:\/\/[^\s/]/i.test(text.trim()) ? undefined : { kind: 'not-a-url' };
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
    case 'multi_channels_select': {
      const most = control.max_selected_items;
      return most !== undefined && chosen.length > most ? { kind: 'too-many', count: most } : undefined;
    }
    default:
      return undefined;
  }
}

function lengthProblem(length: number, least: number | undefined, most: number): Problem | undefined {
  if (least !== undefined && length < least) return { kind: 'too-short', count: least };
  return length > most ? { kind: 'too-long', count: most } : undefined;
}

function numberProblem(
  text: string,
  limits: { is_decimal_allowed: boolean; min_value?: string; max_value?: string },
): Problem | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text.trim())) return { kind: 'not-a-number' };
  const value = Number(text);
  if (!limits.is_decimal_allowed && !Number.isInteger(value)) return { kind: 'not-whole' };
  if (limits.min_value !== undefined && value < Number(limits.min_value)) {
    return { kind: 'too-small', limit: limits.min_value };
  }
  if (limits.max_value !== undefined && value > Number(limits.max_value)) {
    return { kind: 'too-large', limit: limits.max_value };
  }
  return undefined;
}
