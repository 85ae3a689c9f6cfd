import type { UserId } from '@parley/proto/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WidgetMessage, type WidgetWords, widgetBlocks, widgetChange, widgetOf } from './widgets.ts';

const words: WidgetWords = {
  pollWithoutQuestion: 'Poll',
  todoList: 'List',
  newOption: 'New option',
  newTask: 'New task',
  voteFor: (option) => `Vote for ${option}`,
  markDone: 'Done',
  markOpen: 'Reopen',
};

const sender = 1;
const message = (...contents: [senderId: UserId, content: unknown][]): WidgetMessage => ({
  sender_id: sender,
  submessages: contents.map(([sender_id, content], id) => ({
    id,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })),
});
const poll = { widget_type: 'poll', extra_data: { question: 'Q', options: ['a', 'b'] } };
const todo = { widget_type: 'todo', extra_data: { task_list_title: 'T', tasks: [{ task: 'x', desc: 'd' }] } };

describe('a widget', () => {
  it('is what its first part says, changed by the others in order', () => {
    expect(
      widgetOf(
        message(
          [sender, poll],
          [2, { type: 'vote', key: 'canned,1', vote: 1 }],
          [2, { type: 'new_option', idx: 1, option: 'c' }],
          [3, { type: 'vote', key: '2,1', vote: 1 }],
          [2, { type: 'vote', key: 'canned,1', vote: -1 }],
          [2, { type: 'question', question: 'not the sender' }],
          [sender, { type: 'question', question: 'R' }],
        ),
      ),
    ).toEqual({
      kind: 'poll',
      question: 'R',
      options: [
        { key: 'canned,0', text: 'a', voters: [] },
        { key: 'canned,1', text: 'b', voters: [] },
        { key: '2,1', text: 'c', voters: [3] },
      ],
    });
    expect(
      widgetOf(
        message(
          [sender, todo],
          [2, { type: 'new_task', key: 1, task: 'y', desc: '', completed: false }],
          [3, { type: 'strike', key: '0,canned' }],
        ),
      ),
    ).toMatchObject({ kind: 'todo', title: 'T', tasks: [{ isDone: true, description: 'd' }, { text: 'y' }] });
  });

  it('is read from anything, and other messages have none', () => {
    expect(widgetOf(message())).toBeUndefined();
    for (const first of ['{', '[]', 'null', { widget_type: 'other' }, { widget_type: 7 }])
      expect(widgetOf(message([sender, first])), JSON.stringify(first)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.constantFrom('poll', 'todo'),
        fc.jsonValue(),
        fc.array(fc.jsonValue()),
        (kind, extra, rest) => {
          const parts = rest.map((each): [number, unknown] => [2, JSON.stringify(each)]);
          const widget = widgetOf(message([sender, { widget_type: kind, extra_data: extra }], ...parts));
          expect(widget?.kind).toBe(kind);
          widgetBlocks(widget!, words, String);
        },
      ),
    );
  });
});

it('each control of the blocks changes the state, as the part that it becomes says', () => {
  const press = fc.record({
    userId: fc.integer({ min: 1, max: 3 }),
    at: fc.nat(10),
    line: fc.constantFrom('', ' ', 'a', 'new', 'x'),
  });
  fc.assert(
    fc.property(fc.constantFrom(poll, todo), fc.array(press, { maxLength: 15 }), (first, presses) => {
      const parts: [number, unknown][] = [[sender, first]];
      for (const { userId, at, line } of presses) {
        const before = widgetOf(message(...parts))!;
        const blocks = widgetBlocks(before, words, String);
        expect(new Set(blocks.map(({ block_id: id }) => id)).size).toBe(blocks.length);
        const controls = blocks.flatMap((block) => {
          if (block.type === 'input')
            return [{ blockId: block.block_id, actionId: block.element.action_id, values: [line] }];
          const { accessory } = block;
          return accessory ? [{ blockId: block.block_id, actionId: accessory.action_id, values: [] }] : [];
        });
        const pressed = controls[at % controls.length]!;
        const own = parts.filter(([id]) => id === userId).length;
        const change = widgetChange(before, pressed, { userId, own });
        const isLine = pressed.values.length > 0;
        if (!isLine) expect(change).toBeDefined();
        if (change) parts.push([userId, change]);
        const after = widgetOf(message(...parts));
        if (change) expect(after).not.toEqual(before);
        else expect(after).toEqual(before);
      }
    }),
  );
});
