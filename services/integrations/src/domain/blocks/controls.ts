import type { Block, BlockControl, BlockOption } from '@parley/api';
import { type ErrorText, errorText, errorTextOf, foreignErrorText } from '@parley/core';
import { PayloadError } from '../templates/payload.ts';

export type PlacedControl = { block: Block; control: BlockControl };

export const controlsOf = (blocks: readonly Block[]): PlacedControl[] =>
  blocks.flatMap((block): PlacedControl[] => {
    switch (block.type) {
      case 'actions':
        return block.elements.map((control) => ({ block, control }));
      case 'input':
        return [{ block, control: block.element }];
      case 'section':
        return block.accessory && block.accessory.type !== 'image'
          ? [{ block, control: block.accessory }]
          : [];
      default:
        return [];
    }
  });

/** Returns a control by its IDs; undefined when there is none. */
export const findControl = (
  blocks: readonly Block[],
  blockId: string,
  actionId: string,
): PlacedControl | undefined =>
  controlsOf(blocks).find(
    ({ block, control }) => block.block_id === blockId && control.action_id === actionId,
  );

/** What a person chose or filled in, in Slack's form. */
export type SlackValue = Readonly<Record<string, unknown>>;

/**
 * Returns what a person chose or filled in with a control, in Slack's form. Whether a required value is missing is not checked.
 * @param labels the texts of options that the app has loaded, which are kept nowhere here
 * @throws PayloadError for a value that the control does not have
 */
export function slackValue(
  control: BlockControl,
  values: readonly string[],
  labels: readonly string[] = [],
): SlackValue {
  const [first] = values;
  const one = { type: control.type };
  switch (control.type) {
    case 'button':
      return { ...one, text: control.text, ...(control.value !== undefined && { value: control.value }) };
    case 'overflow':
    case 'static_select':
    case 'radio_buttons':
      return { ...one, selected_option: first === undefined ? null : optionOf(control, first) };
    case 'external_select':
      return {
        ...one,
        selected_option: first === undefined ? null : loadedOption(control, first, labels[0]),
      };
    case 'multi_static_select':
    case 'checkboxes':
      return { ...one, selected_options: bounded(control, values).map((value) => optionOf(control, value)) };
    case 'multi_external_select':
      return {
        ...one,
        selected_options: bounded(control, values).map((value, at) =>
          loadedOption(control, value, labels[at]),
        ),
      };
    case 'users_select':
      return { ...one, selected_user: first === undefined ? null : idOf(first, 'U') };
    case 'multi_users_select':
      return { ...one, selected_users: bounded(control, values).map((value) => idOf(value, 'U')) };
    case 'channels_select': {
      const channel = first === undefined ? null : idOf(first, 'C');
      return { ...one, selected_channel: channel, selected_conversation: channel };
    }
    case 'multi_channels_select': {
      const channels = bounded(control, values).map((value) => idOf(value, 'C'));
      return { ...one, selected_channels: channels, selected_conversations: channels };
    }
    case 'datepicker':
      return { ...one, selected_date: matching(first, /^\d{4}-\d\d-\d\d$/) };
    case 'timepicker':
      return { ...one, selected_time: matching(first, /^([01]\d|2[0-3]):[0-5]\d$/) };
    case 'datetimepicker': {
      const seconds = matching(first, /^\d{1,10}$/);
      return { ...one, selected_date_time: seconds === null ? null : Number(seconds) };
    }
    default:
      return { ...one, value: first === undefined || first === '' ? null : first };
  }
}

function optionOf(control: BlockControl, value: string): BlockOption {
  const found = optionsOf(control).find((option) => option.value === value);
  if (!found) throw new PayloadError('There is no such option.');
  return found;
}

function optionsOf(control: BlockControl): readonly BlockOption[] {
  const { options = [], option_groups: groups = [] } = control as {
    options?: readonly BlockOption[];
    option_groups?: readonly { options: readonly BlockOption[] }[];
  };
  return [...options, ...groups.flatMap((group) => group.options)];
}

/** Returns an option that an app has loaded: one that is chosen at first, or with the text that the person saw. */
function loadedOption(
  control: Extract<BlockControl, { type: 'external_select' | 'multi_external_select' }>,
  value: string,
  label = value,
): BlockOption {
  const atFirst =
    control.type === 'external_select' ? [control.initial_option] : (control.initial_options ?? []);
  return (
    atFirst.find((option) => option?.value === value) ?? {
      text: { type: 'plain_text', text: (label.trim() === '' ? value : label).slice(0, 75) },
      value: value.slice(0, 150),
    }
  );
}

function bounded(control: BlockControl, values: readonly string[]): readonly string[] {
  const { max_selected_items: max = 100 } = control as { max_selected_items?: number };
  if (values.length > max) throw new PayloadError('Too many options are chosen.');
  return values;
}

function idOf(value: string, letter: 'U' | 'C'): string {
  if (!new RegExp(`^${letter}\\d{1,15}$`).test(value)) throw new PayloadError('This is no ID.');
  return value;
}

function matching(value: string | undefined, form: RegExp): string | null {
  if (value === undefined || value === '') return null;
  if (!form.test(value)) throw new PayloadError('This is no date or time.');
  return value;
}

/** The values of controls by block and action, as Slack has them. */
export type SlackState = Record<string, Record<string, SlackValue>>;

type Given = { blockId: string; actionId: string; values: readonly string[]; labels?: readonly string[] };

/** Returns the state of a message or form: what was chosen and filled in, or what controls have at first. */
export function slackState(blocks: readonly Block[], given: readonly Given[]): SlackState {
  const state: SlackState = {};
  for (const { block, control } of controlsOf(blocks)) {
    if (control.type === 'button' || control.type === 'overflow') continue;
    const found = given.find(
      ({ blockId, actionId }) => blockId === block.block_id && actionId === control.action_id,
    );
    const values = found?.values ?? initialValues(control);
    const value = slackValue(control, values, found?.labels);
    state[block.block_id] = { ...state[block.block_id], [control.action_id]: value };
  }
  return state;
}

/** Returns what a control has before a person changes it. */
function initialValues(control: BlockControl): string[] {
  const all = control as Record<string, unknown>;
  const values = [
    all.initial_value,
    all.initial_user,
    all.initial_channel,
    all.initial_date,
    all.initial_time,
    all.initial_date_time,
    (all.initial_option as BlockOption | undefined)?.value,
    ...((all.initial_users as string[] | undefined) ?? []),
    ...((all.initial_channels as string[] | undefined) ?? []),
    ...((all.initial_options as BlockOption[] | undefined) ?? []).map(({ value }) => value),
  ];
  return values.filter((value) => value !== undefined).map(String);
}

/** Returns what is wrong with the inputs of a form, by block; empty when it can be sent. */
export function inputErrors(blocks: readonly Block[], given: readonly Given[]): Record<string, ErrorText> {
  const errors: Record<string, ErrorText> = {};
  for (const block of blocks) {
    if (block.type !== 'input') continue;
    const { element: control } = block;
    const found = given.find(
      ({ blockId, actionId }) => blockId === block.block_id && actionId === control.action_id,
    );
    const values = (found?.values ?? initialValues(control)).filter((value) => value.trim() !== '');
    const wrong = inputError(control, values, block.optional);
    if (wrong !== undefined) errors[block.block_id] = wrong;
  }
  return errors;
}

function inputError(
  control: BlockControl,
  values: readonly string[],
  isOptional: boolean,
): ErrorText | undefined {
  const [value] = values;
  if (value === undefined) return isOptional ? undefined : errorTextOf('This is required.');
  switch (control.type) {
    case 'plain_text_input':
      return lengthError(control, Array.from(value).length);
    case 'number_input':
      return numberError(control, value);
    case 'email_text_input':
      return /^\S+@\S+\.\S+$/.test(value) ? undefined : errorTextOf('This is no e-mail address.');
    case 'url_text_input':
      return /^https?:\/\//i.test(value) && URL.canParse(value)
        ? undefined
        : errorTextOf('This is no web address.');
    default:
      try {
        slackValue(control, values);
        return undefined;
      } catch (error) {
        return foreignErrorText((error as Error).message);
      }
  }
}

function lengthError(
  { min_length: min = 0, max_length: max }: Extract<BlockControl, { type: 'plain_text_input' }>,
  length: number,
): ErrorText | undefined {
  if (length < min) return errorText('At least {min} characters.', { min });
  return length > max ? errorText('At most {max} characters.', { max }) : undefined;
}

function numberError(
  control: Extract<BlockControl, { type: 'number_input' }>,
  value: string,
): ErrorText | undefined {
  const number = Number(value);
  if (!Number.isFinite(number)) return errorTextOf('This is no number.');
  if (!control.is_decimal_allowed && !Number.isInteger(number))
    return errorTextOf('This must be a whole number.');
  if (control.min_value !== undefined && number < Number(control.min_value))
    return errorText('At least {min}.', { min: control.min_value });
  if (control.max_value !== undefined && number > Number(control.max_value))
    return errorText('At most {max}.', { max: control.max_value });
  return undefined;
}
