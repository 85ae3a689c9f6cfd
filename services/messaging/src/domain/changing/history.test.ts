import { describe, expect, it } from 'vitest';
import { changedAt, pastStates } from './history.ts';

const now = { senderId: 1, sentAt: 10, topic: 'b', content: 'three', renderedContent: '<p>three</p>' };

describe('history of a message', () => {
  it('starts with the message as it was sent', () => {
    expect(pastStates(now, [])).toEqual([
      { topic: 'b', content: 'three', rendered_content: '<p>three</p>', user_id: 1, timestamp: 10 },
    ]);
  });

  it('reconstructs the states before edits and moves', () => {
    const states = pastStates(now, [
      { user_id: 2, timestamp: 30, prev_content: 'two', prev_rendered_content: '<p>two</p>' },
      {
        user_id: 3,
        timestamp: 20,
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        prev_topic: 'a',
        topic: 'b',
      },
    ]);
    expect(
      states.map(({ topic, content, timestamp, user_id }) => [topic, content, timestamp, user_id]),
    ).toEqual([
      ['a', 'one', 10, 1],
      ['b', 'two', 20, 3],
      ['b', 'three', 30, 2],
    ]);
    expect(states[1]).toMatchObject({ prev_topic: 'a', prev_content: 'one' });
  });
});

describe('times of the last edit and move', () => {
  const by = (timestamp: number, more: object = {}) => ({ user_id: 1, timestamp, ...more });
  const move = { prev_topic: 'a', topic: 'b' };

  it.each([
    ['none', [], [undefined, undefined]],
    ['an edit', [by(5, { prev_content: 'x' })], [5, undefined]],
    // Sources tell that a text was edited, but not what it was.
    ['an edit without the former text', [by(5)], [5, undefined]],
    ['a move', [by(5, move)], [undefined, 5]],
    ['a move into another channel', [by(5, { prev_stream: 1, stream: 2 })], [undefined, 5]],
    ['both at once', [by(5, { ...move, prev_content: 'x' })], [5, 5]],
    ['both, one after the other', [by(9), by(5, move)], [9, 5]],
    ['a topic that is resolved', [by(5, { prev_topic: 'a', topic: '✔ a' })], [undefined, undefined]],
    ['resolved after a move', [by(9, { prev_topic: '✔ b', topic: 'b' }), by(5, move)], [undefined, 5]],
  ])('%s', (_name, entries, expected) => {
    const { lastEditedAt, lastMovedAt } = changedAt(entries);
    expect([lastEditedAt, lastMovedAt]).toEqual(expected);
  });
});
