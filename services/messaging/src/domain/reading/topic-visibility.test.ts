import { describe, expect, it } from 'vitest';
import { dependsOnStarting, participation, policyAfter } from './topic-visibility.ts';

const { interacts, sends, starts } = participation;

describe('the policy that a topic gets from a person’s participation', () => {
  it.each([
    // Columns: setting `follow`, setting `unmute`, whether the channel is muted; then the policy after reacting, sending and
    // starting.
    [1, 4, false, [3, 3, 3]],
    [2, 4, false, [0, 3, 3]],
    [3, 4, false, [0, 0, 3]],
    [4, 4, true, [0, 0, 0]],
    [4, 1, true, [2, 2, 2]],
    [4, 2, true, [0, 2, 2]],
    [4, 3, true, [0, 0, 2]],
    [4, 1, false, [0, 0, 0]],
    [3, 1, true, [2, 2, 3]],
    [1, 1, true, [3, 3, 3]],
    // 0 means that a release without these settings wrote the person's settings.
    [0, 0, true, [0, 0, 0]],
  ])(
    'follow %i, unmute %i, channel muted: %s',
    (followTopicsPolicy, unmuteTopicsPolicy, isMuted, expected) => {
      const settings = { followTopicsPolicy, unmuteTopicsPolicy };
      expect([interacts, sends, starts].map((part) => policyAfter(part, settings, isMuted))).toEqual(
        expected,
      );
      expect(dependsOnStarting(settings, isMuted)).toBe(expected[2]! > expected[1]!);
    },
  );
});
