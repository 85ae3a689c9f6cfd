import type { User } from '@parley/facts';
import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { WebhookKeys } from './webhook-keys.ts';

const bot = (userId: UserId) => ({ userId }) as User;

/** Keys with a clock of their own, and a count of the questions to the owner. */
function remembering() {
  let now = 0;
  const state = { asked: 0 };
  const keys = new WebhookKeys(() => now);
  return {
    keys,
    state,
    advance: (ms: number) => {
      now += ms;
    },
    botOf: (hash: string, userId: UserId, isFollowing = true) =>
      keys.botOf(hash, isFollowing, async () => {
        state.asked++;
        return bot(userId);
      }),
  };
}

describe('a verified key', () => {
  it('is remembered for a short time, as long as the log is followed', async () => {
    const { botOf, state, advance } = remembering();
    expect(await botOf('a', 1)).toEqual(bot(1));
    expect(await botOf('a', 2)).toEqual(bot(1));
    expect(state.asked).toBe(1);
    await botOf('a', 1, false);
    expect(state.asked).toBe(2);
    advance(10_001);
    await botOf('a', 1);
    expect(state.asked).toBe(3);
  });

  it('is forgotten when its account changes, also during the lookup, and only then', async () => {
    const { keys, botOf, state } = remembering();
    await botOf('a', 1);
    await botOf('b', 2);
    keys.forget(1);
    await botOf('b', 2);
    expect(state.asked).toBe(2);
    await botOf('a', 1);
    expect(state.asked).toBe(3);
    keys.clear();
    for (const change of [() => keys.forget(3), () => keys.clear()]) {
      const answer = Promise.withResolvers<User>();
      const looking = keys.botOf('c', true, () => answer.promise);
      change();
      answer.resolve(bot(3));
      await looking;
      const before = state.asked;
      await botOf('c', 3);
      expect(state.asked).toBe(before + 1);
      keys.clear();
    }
  });

  it('is remembered only when it is right', async () => {
    const { keys, botOf, state } = remembering();
    const wrong = keys.botOf('a', true, () => Promise.reject(new Error('wrong key')));
    await expect(wrong).rejects.toThrow('wrong key');
    await botOf('a', 1);
    expect(state.asked).toBe(1);
  });
});
