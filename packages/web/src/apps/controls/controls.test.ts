import { describe, expect, it } from 'vitest';
import type { Block, Control, ControlType } from '../block-parts/shapes.ts';
import { controlsOf, initialValues, keyOf, problemsOf, stateOf } from './controls.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (value: string) => ({ text: plain(value), value });
const input = (element: Control, more: { optional?: boolean } = {}): Block => ({
  type: 'input',
  block_id: 'b',
  label: plain('Label'),
  element,
  optional: more.optional ?? false,
  dispatch_action: false,
});
const textField = (more: object = {}) =>
  ({ type: 'plain_text_input', action_id: 'a', multiline: false, max_length: 10, ...more }) as Control;
const problemWith = (control: Control, ...values: string[]) =>
  problemsOf([input(control)], new Map([[keyOf('b', control.action_id), values]])).get('b');

/** A control of each type with something chosen, and the values that it then has. */
const examples: Readonly<Record<ControlType, { control: object; values: string[] }>> = {
  button: { control: { text: plain('Go'), value: 'go' }, values: ['go'] },
  overflow: { control: { options: [option('x')] }, values: [] },
  static_select: { control: { options: [option('x')], initial_option: option('x') }, values: ['x'] },
  multi_static_select: { control: { initial_options: [option('x'), option('y')] }, values: ['x', 'y'] },
  external_select: { control: { min_query_length: 1, initial_option: option('x') }, values: ['x'] },
  multi_external_select: { control: { min_query_length: 1, initial_options: [option('x')] }, values: ['x'] },
  users_select: { control: { initial_user: 'U12' }, values: ['U12'] },
  multi_users_select: { control: { initial_users: ['U12', 'U13'] }, values: ['U12', 'U13'] },
  channels_select: { control: { initial_channel: 'C5' }, values: ['C5'] },
  multi_channels_select: { control: { initial_channels: ['C5'] }, values: ['C5'] },
  datepicker: { control: { initial_date: '2026-11-28' }, values: ['2026-11-28'] },
  timepicker: { control: { initial_time: '17:30' }, values: ['17:30'] },
  datetimepicker: { control: { initial_date_time: 1_795_000_000 }, values: ['1795000000'] },
  checkboxes: { control: { options: [option('x')], initial_options: [option('x')] }, values: ['x'] },
  radio_buttons: { control: { options: [option('x')], initial_option: option('x') }, values: ['x'] },
  plain_text_input: { control: { multiline: true, max_length: 9, initial_value: 'text' }, values: ['text'] },
  number_input: { control: { is_decimal_allowed: false, initial_value: '4' }, values: ['4'] },
  email_text_input: { control: { initial_value: 'a@b.example' }, values: ['a@b.example'] },
  url_text_input: { control: { initial_value: 'https://b.example' }, values: ['https://b.example'] },
};

describe('controls', () => {
  it.each(Object.entries(examples))(
    'of the type %s have what is chosen at first',
    (type, { control, values }) => {
      expect(initialValues({ type, action_id: 'a', ...control } as Control)).toEqual(values);
    },
  );

  it('are found in sections, rows of actions and inputs, in their order', () => {
    const button = (action_id: string): Control => ({ type: 'button', action_id, text: plain(action_id) });
    const blocks: Block[] = [
      { type: 'section', block_id: 's', text: plain('x'), accessory: button('one') },
      { type: 'section', block_id: 'i', accessory: { type: 'image', image_url: 'https://x', alt_text: '' } },
      { type: 'divider', block_id: 'd' },
      { type: 'actions', block_id: 'a', elements: [button('two'), button('three')] },
      input(textField()),
    ];
    expect(controlsOf(blocks).map(({ block, control }) => [block.block_id, control.action_id])).toEqual([
      ['s', 'one'],
      ['a', 'two'],
      ['a', 'three'],
      ['b', 'a'],
    ]);
  });

  it('that keep a choice are the state, with what was changed', () => {
    const blocks: Block[] = [
      {
        type: 'actions',
        block_id: 'a',
        elements: [
          { type: 'button', action_id: 'press', text: plain('x'), value: 'v' },
          { type: 'static_select', action_id: 'one', options: [], initial_option: option('x') },
          { type: 'users_select', action_id: 'two', initial_user: 'U1' },
        ],
      },
    ];
    expect(stateOf(blocks, new Map([[keyOf('a', 'two'), ['U9']]]))).toEqual([
      { block_id: 'a', action_id: 'one', values: ['x'] },
      { block_id: 'a', action_id: 'two', values: ['U9'] },
    ]);
  });
});

describe('a form', () => {
  it('needs what is not optional', () => {
    expect(problemWith(textField())).toEqual({ kind: 'missing' });
    expect(problemWith(textField(), ' ')).toEqual({ kind: 'missing' });
    expect(problemsOf([input(textField(), { optional: true })], new Map()).size).toBe(0);
    expect(problemsOf([input(textField({ initial_value: 'x' }))], new Map()).size).toBe(0);
  });

  it('takes texts of the right length, counted as people do', () => {
    expect(problemWith(textField({ min_length: 3 }), 'ab')).toEqual({ kind: 'too-short', count: 3 });
    expect(problemWith(textField(), 'x'.repeat(11))).toEqual({ kind: 'too-long', count: 10 });
    expect(problemWith(textField(), '😀'.repeat(10))).toBeUndefined();
  });

  it('takes numbers within their limits', () => {
    const number = (more: object = {}) =>
      ({ type: 'number_input', action_id: 'a', is_decimal_allowed: false, ...more }) as Control;
    for (const text of ['x', '1e5', '0x10', '1,5', '.', '--1', 'Infinity'])
      expect(problemWith(number({ is_decimal_allowed: true }), text), text).toEqual({ kind: 'not-a-number' });
    expect(problemWith(number(), '1.5')).toEqual({ kind: 'not-whole' });
    expect(problemWith(number({ is_decimal_allowed: true }), '1.5')).toBeUndefined();
    expect(problemWith(number({ min_value: '2' }), '1')).toEqual({ kind: 'too-small', limit: '2' });
    expect(problemWith(number({ max_value: '2' }), '3')).toEqual({ kind: 'too-large', limit: '2' });
    expect(problemWith(number({ min_value: '-5', max_value: '2' }), '-5')).toBeUndefined();
  });

  it('takes addresses of mails and pages', () => {
    const mail: Control = { type: 'email_text_input', action_id: 'a' };
    const page: Control = { type: 'url_text_input', action_id: 'a' };
    expect(problemWith(mail, 'anna')).toEqual({ kind: 'not-an-address' });
    expect(problemWith(mail, 'anna@x.example')).toBeUndefined();
    expect(problemWith(page, 'javascript:alert(1)')).toEqual({ kind: 'not-a-url' });
    expect(problemWith(page, 'https://x.example/a b')).toBeUndefined();
  });

  it('takes at most as many as allowed', () => {
    const many = { type: 'multi_users_select', action_id: 'a', max_selected_items: 2 } as Control;
    expect(problemWith(many, 'U1', 'U2')).toBeUndefined();
    expect(problemWith(many, 'U1', 'U2', 'U3')).toEqual({ kind: 'too-many', count: 2 });
  });
});
