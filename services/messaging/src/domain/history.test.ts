import { describe, expect, it } from 'vitest';
import { pastStates } from './history.ts';

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
