import { type Block, blockSchema } from '@parley/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadError } from '../templates/payload.ts';
import { controlsOf, findControl, inputErrors, slackState, slackValue } from './controls.ts';
import { readBlocks } from './read-blocks.ts';
import { readOptions } from './read-options.ts';

const renderer = {
  html: (text: string) => `<p>${text.length}</p>`,
  picture: (url: string) => `/p/${url.length}`,
};
const read = (...blocks: unknown[]): Block[] => readBlocks(blocks, 'message', renderer);
const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value), value });

/** A control of each type, with the value that a person may choose and what the app gets of it. */
const controls: [control: object, values: string[], chosen: object][] = [
  [{ type: 'button', text: plain('Press'), value: 'v' }, [], { value: 'v' }],
  [{ type: 'overflow', options: [option('a'), option('b')] }, ['b'], { selected_option: { value: 'b' } }],
  [{ type: 'static_select', options: [option('a')] }, ['a'], { selected_option: { value: 'a' } }],
  [
    { type: 'static_select', option_groups: [{ label: plain('G'), options: [option('a')] }] },
    ['a'],
    { selected_option: { value: 'a' } },
  ],
  [
    { type: 'multi_static_select', options: [option('a'), option('b')] },
    ['a', 'b'],
    { selected_options: [{ value: 'a' }, { value: 'b' }] },
  ],
  [{ type: 'external_select' }, ['x'], { selected_option: { value: 'x' } }],
  [{ type: 'multi_external_select' }, ['x'], { selected_options: [{ value: 'x' }] }],
  [{ type: 'users_select' }, ['U7'], { selected_user: 'U7' }],
  [{ type: 'multi_users_select' }, ['U7', 'U8'], { selected_users: ['U7', 'U8'] }],
  [{ type: 'conversations_select' }, ['C7'], { selected_conversation: 'C7', selected_channel: 'C7' }],
  [{ type: 'multi_channels_select' }, ['C7'], { selected_channels: ['C7'] }],
  [{ type: 'datepicker' }, ['2026-11-29'], { selected_date: '2026-11-29' }],
  [{ type: 'timepicker' }, ['17:30'], { selected_time: '17:30' }],
  [{ type: 'datetimepicker' }, ['1790000000'], { selected_date_time: 1_790_000_000 }],
  [{ type: 'checkboxes', options: [option('a')] }, ['a'], { selected_options: [{ value: 'a' }] }],
  [{ type: 'radio_buttons', options: [option('a')] }, ['a'], { selected_option: { value: 'a' } }],
  [
    { type: 'external_select', initial_option: { text: plain('X'), value: 'x' } },
    ['x'],
    { selected_option: { text: { text: 'X' }, value: 'x' } },
  ],
];

describe('blocks', () => {
  it('of every kind become the objects of the API', () => {
    const blocks = read(
      { type: 'header', text: plain('Title :tada:') },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*a*' },
        fields: [plain('b')],
        accessory: controls[0]![0],
      },
      {
        type: 'context',
        elements: [plain('c'), { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'd' }],
      },
      { type: 'divider' },
      { type: 'image', image_url: 'https://example.com/b.png', alt_text: 'e', title: plain('f') },
      { type: 'actions', elements: controls.map(([control]) => control) },
      { type: 'input', label: plain('g'), element: { type: 'plain_text_input' } },
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'h' }] }],
      },
      { type: 'markdown', text: '**i**' },
    );
    for (const block of blocks) expect(blockSchema.parse(block)).toEqual(block);
    expect(blocks[0]).toMatchObject({ text: { text: 'Title 🎉' } });
    expect(blocks[1]).toMatchObject({ text: { html: '<p>3</p>' } });
    expect(blocks[4]).toMatchObject({ image_url: '/p/25' });
    expect(blocks.slice(7).map(({ type }) => type)).toEqual(['section', 'section']);
    const ids = controlsOf(blocks).map(({ control }) => control.action_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are refused with a reason, whatever is sent', () => {
    const types = [
      'header',
      'section',
      'context',
      'image',
      'actions',
      'input',
      'button',
      'rich_text',
      'markdown',
      'video',
    ];
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.jsonValue({ maxDepth: 1, stringUnit: 'grapheme-ascii' }),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.record(
        {
          type: fc.constantFrom(...types),
          text: tie('value'),
          elements: tie('value'),
          element: tie('value'),
          accessory: tie('value'),
          fields: tie('value'),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(fc.array(json.object, { maxLength: 3 }), (blocks) => {
        try {
          for (const block of read(...blocks)) blockSchema.parse(block);
        } catch (error) {
          expect(error).toBeInstanceOf(PayloadError);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('lead only to web addresses', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil',
      'https://a@b.c/',
    ]) {
      expect(
        () => read({ type: 'actions', elements: [{ type: 'button', text: plain('x'), url }] }),
        url,
      ).toThrow(PayloadError);
      expect(() => read({ type: 'image', image_url: url, alt_text: '' }), url).toThrow(PayloadError);
    }
  });

  it('name each control once, and none as another one', () => {
    const button = { type: 'button', text: plain('x') };
    const twice = {
      type: 'actions',
      elements: [button, button].map((each) => ({ ...each, action_id: 'a' })),
    };
    expect(() => read({ type: 'divider' }, twice)).toThrow(/blocks\.1\.elements/);
    // In another block, the same name is another control.
    const once = { type: 'actions', elements: [{ ...button, action_id: 'a' }] };
    expect(read(once, once)).toHaveLength(2);
    // IDs that are made are none of those that the app has given.
    const mixed = [{ type: 'divider' }, { type: 'divider', block_id: 'b1' }, { type: 'divider' }];
    expect(new Set(read(...mixed).map(({ block_id }) => block_id)).size).toBe(3);
    const controls = { type: 'actions', elements: [button, { ...button, action_id: 'b2' }] };
    expect(() => read(controls)).not.toThrow();
  });

  it('are bounded together', () => {
    const long = { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_000) } };
    expect(() => read(...Array.from({ length: 50 }, () => long))).toThrow(/too large/);
  });
});

describe('a control', () => {
  const blocks = read({
    type: 'actions',
    block_id: 'b',
    elements: controls.map(([control], at) => ({ ...control, action_id: `a${at}` })),
  });

  it('gives the app what was chosen, in Slack’s form', () => {
    for (const [at, [, values, chosen]] of controls.entries())
      expect(slackValue(findControl(blocks, 'b', `a${at}`)!.control, values)).toMatchObject(chosen);
  });

  it('does not take what it does not have', () => {
    for (const [at, values] of [
      [1, ['c']],
      [2, ['c']],
      [4, ['a', 'c']],
      [7, ['7']],
      [9, ['U7']],
      [11, ['tomorrow']],
      [12, ['25:00']],
      [13, ['now']],
    ] as const)
      expect(() => slackValue(findControl(blocks, 'b', `a${at}`)!.control, values), `a${at}`).toThrow(
        PayloadError,
      );
  });

  it('has its first value in the state until it is changed', () => {
    const [block] = read({
      type: 'actions',
      block_id: 'b',
      elements: [
        {
          type: 'static_select',
          action_id: 'a',
          options: [option('x'), option('y')],
          initial_option: option('x'),
        },
      ],
    });
    expect(slackState([block!], [])).toMatchObject({ b: { a: { selected_option: { value: 'x' } } } });
    expect(slackState([block!], [{ blockId: 'b', actionId: 'a', values: ['y'] }])).toMatchObject({
      b: { a: { selected_option: { value: 'y' } } },
    });
  });
});

it('inputs of a form are checked', () => {
  const input = (element: object, more: object = {}) =>
    readBlocks(
      [{ type: 'input', block_id: 'b', label: plain('L'), element: { action_id: 'a', ...element }, ...more }],
      'form',
      renderer,
    );
  const wrong = (blocks: Block[], ...values: string[]) =>
    inputErrors(blocks, [{ blockId: 'b', actionId: 'a', values }]).b?.in('en');
  const text = input({ type: 'plain_text_input', min_length: 2, max_length: 4 });
  expect([wrong(text), wrong(text, ' '), wrong(text, 'a'), wrong(text, 'abc'), wrong(text, 'abcde')]).toEqual(
    ['This is required.', 'This is required.', 'At least 2 characters.', undefined, 'At most 4 characters.'],
  );
  expect(wrong(input({ type: 'plain_text_input' }, { optional: true }))).toBeUndefined();
  const number = input({ type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '9' });
  expect(['x', '1.5', '0', '10', '5'].map((value) => wrong(number, value))).toEqual([
    'This is no number.',
    'This must be a whole number.',
    'At least 1.',
    'At most 9.',
    undefined,
  ]);
  expect(wrong(input({ type: 'email_text_input' }), 'x')).toMatch(/e-mail/);
  expect(wrong(input({ type: 'url_text_input' }), 'x')).toMatch(/web address/);
  expect(wrong(input({ type: 'users_select' }), 'C1')).toBe('This is no ID.');
  const length = inputErrors(text, [{ blockId: 'b', actionId: 'a', values: ['a'] }]).b;
  expect(length?.in('de')).toBe('Mindestens 2 Zeichen.');
  // Characters are counted, not their code units.
  expect(wrong(text, '👍👍👍👍')).toBeUndefined();
});

it('options of an app are read, and nothing else', () => {
  const listed = [{ text: { type: 'plain_text', text: 'A' }, value: 'a' }];
  expect(readOptions(JSON.stringify({ options: listed }))).toEqual({ options: listed });
  expect(readOptions(JSON.stringify({ option_groups: [{ label: plain('G'), options: listed }] }))).toEqual({
    option_groups: [{ label: plain('G'), options: listed }],
  });
  for (const body of ['', '{', '[]', '{"options":7}', '{"options":[{"value":"a"}]}'])
    expect(readOptions(body), body).toBeUndefined();
});
