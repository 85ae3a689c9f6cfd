import type { Message } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOfResults, SearchRun, type SearchServer, type Sort } from './search-run.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const message = (id: number) => ({ id }) as Message;

type Asked = {
  readonly sort: Sort;
  readonly anchor: number | 'newest';
  readonly count: number;
  readonly signal: AbortSignal;
  answer(ids: readonly number[], isComplete?: boolean): Promise<void>;
  fail(): Promise<void>;
};

class Stage {
  readonly asked: Asked[] = [];
  readonly run: SearchRun;
  readonly server: SearchServer = {
    messages: (_, { anchor, count, sort }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<{
        messages: readonly Message[];
        isComplete: boolean;
      }>();
      this.asked.push({
        sort,
        anchor,
        count,
        signal,
        answer: async (ids, isComplete = false) => {
          resolve({ messages: ids.map(message), isComplete });
          await settle();
        },
        fail: async () => {
          reject(new Error('no connection'));
          await settle();
        },
      });
      return promise;
    },
    files: () => Promise.reject(new Error('no files')),
    suggestions: () => Promise.resolve({ people: [], channels: [], topics: [], did_you_mean: 'noodles' }),
  };

  constructor(sort: Sort = 'newest', near?: number) {
    const narrow = [{ operator: 'search', operand: 'noodels' }];
    this.run = new SearchRun(this.server, { narrow, sort, near }, () => undefined);
    this.run.start();
  }

  get ids(): number[] {
    return this.run.messages.value.map(({ id }) => id);
  }
}

describe('a search', () => {
  it('reads older pages of the newest messages', async () => {
    const { asked, run } = new Stage();
    await asked[0]!.answer([9, 8, 7]);
    void run.more();
    void run.more();
    expect(asked.map(({ anchor, count }) => [anchor, count])).toEqual([
      ['newest', pageOfResults],
      [7, pageOfResults],
    ]);
    await asked[1]!.answer([7, 6], true);
    expect(run.messages.value.map(({ id }) => id)).toEqual([9, 8, 7, 6]);
    expect(run.isComplete).toBe(true);
    await run.more();
    expect(asked).toHaveLength(2);
  });

  it('reads more of the best messages, in the order of the server', async () => {
    const stage = new Stage('relevance');
    await stage.asked[0]!.answer([3, 9, 1]);
    void stage.run.more();
    expect(stage.asked[1]).toMatchObject({ anchor: 'newest', count: 3 + pageOfResults, sort: 'relevance' });
    await stage.asked[1]!.answer([3, 9, 1, 4]);
    expect(stage.ids).toEqual([3, 9, 1, 4]);
  });

  it('begins at a message, with the newest first', async () => {
    const stage = new Stage('relevance', 5);
    expect(stage.asked[0]).toMatchObject({ anchor: 5, sort: 'newest' });
    await stage.asked[0]!.answer([5, 4]);
    expect(stage.ids).toEqual([5, 4]);
  });

  it('keeps what it has while it is ordered in another way, and drops the former answer', async () => {
    const stage = new Stage('relevance');
    await stage.asked[0]!.answer([3, 9]);
    void stage.run.more();
    stage.run.sortBy('newest');
    expect(stage.ids).toEqual([3, 9]);
    expect(stage.asked[1]!.signal.aborted).toBe(true);
    await stage.asked[1]!.answer([3, 9, 1]);
    expect(stage.ids).toEqual([3, 9]);
    await stage.asked[2]!.answer([9, 3, 1]);
    expect(stage.ids).toEqual([9, 3, 1]);
  });

  it('tells of each failure by itself, and what was probably meant', async () => {
    const stage = new Stage();
    await stage.asked[0]!.fail();
    expect(stage.run.messages.state).toBe('failed');
    expect(stage.run.files.state).toBe('failed');
    expect(stage.run.suggestions.value.did_you_mean).toBe('noodles');
    void stage.run.refresh();
    await stage.asked[1]!.answer([2]);
    expect(stage.run.messages).toEqual({ state: 'loaded', value: [message(2)] });
  });

  it('shows each message once, and only those of the present order, whatever happens when', async () => {
    const step = fc.oneof(
      fc
        .constantFrom('more', 'refresh', 'relevance', 'newest')
        .map((act) => ({ act, at: 0, ids: [] as number[] })),
      fc.record({
        act: fc.constant('answer'),
        at: fc.nat(5),
        ids: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
      }),
      fc.record({ act: fc.constant('fail'), at: fc.nat(5), ids: fc.constant<number[]>([]) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const stage = new Stage();
        const { run, asked } = stage;
        for (const { act, at, ids } of steps) {
          const before = stage.ids;
          const request = asked.at(-1 - (at % asked.length))!;
          const isOld = request !== asked.at(-1);
          if (act === 'more') void run.more();
          else if (act === 'refresh') void run.refresh();
          else if (act === 'answer') await request.answer(ids.sort((one, other) => other - one));
          else if (act === 'fail') await request.fail();
          else run.sortBy(act as Sort);
          expect(new Set(stage.ids).size).toBe(stage.ids.length);
          if (isOld || act !== 'answer') expect(stage.ids).toEqual(before);
          expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
        }
      }),
      { numRuns: 100 },
    );
  });
});
