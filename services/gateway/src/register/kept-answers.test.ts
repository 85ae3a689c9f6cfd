import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

type Answer = { version: number };

/** Steps of a random run. `change` is a change in the database, whose event arrives with a later step `event`. */
type Step = 'ask' | 'read' | 'answer' | 'change' | 'event' | 'clear';

describe('kept answers', () => {
  it('include each event that has arrived, whatever happens in which order', async () => {
    const steps = fc.array(fc.constantFrom<Step>('ask', 'read', 'answer', 'change', 'event', 'clear'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const kept = new KeptAnswers<Answer>(10);
        /** Version in the database, and the version of the last event that has arrived. */
        let [stored, followed] = [0, 0];
        /** Questions that the owner has not read yet, and answers on their way. */
        const asked: PromiseWithResolvers<Answer>[] = [];
        const answers: (() => void)[] = [];
        for (const step of script) {
          if (step === 'ask') {
            const question = Promise.withResolvers<Answer>();
            asked.push(question);
            void kept.read(7, () => question.promise);
          } else if (step === 'read') {
            const question = asked.shift();
            const version = stored;
            if (question) answers.push(() => question.resolve({ version }));
          } else if (step === 'answer') answers.shift()?.();
          else if (step === 'change') stored++;
          else if (step === 'event' && followed < stored) {
            followed++;
            kept.drop(7);
          } else if (step === 'clear') kept.clear();
          await new Promise(setImmediate);
          expect(kept.get(7)?.version ?? followed).toBeGreaterThanOrEqual(followed);
        }
      }),
    );
  });

  it('are asked for again only after an event about their person', async () => {
    const kept = new KeptAnswers<Answer>(10);
    for (const userId of [7, 8]) await kept.read(userId, async () => ({ version: userId }));
    kept.drop(7);
    expect([kept.get(7), kept.get(8)]).toEqual([undefined, { version: 8 }]);
    kept.clear();
    expect(kept.size).toBe(0);
  });

  it('are not kept when no events follow their changes', async () => {
    const kept = new KeptAnswers<Answer>(10);
    expect(
      await kept.read(
        7,
        async () => ({ version: 1 }),
        ({ version }) => version > 1,
      ),
    ).toEqual({ version: 1 });
    expect(kept.size).toBe(0);
  });

  it('are not kept when their question failed', async () => {
    const kept = new KeptAnswers<Answer>(10);
    await expect(kept.read(7, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(kept.size).toBe(0);
  });
});
