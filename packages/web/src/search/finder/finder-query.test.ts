import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FinderQuery } from './finder-query.ts';

type Row = { readonly key: string; readonly of: string; readonly isLast?: boolean };
type Request = {
  readonly text: string;
  readonly source: number;
  readonly signal: AbortSignal;
  readonly answer: (rows: readonly Row[]) => void;
  readonly fail: (error: Error) => void;
  isDone: boolean;
};

/** A query whose pause and server are under control. */
class Stage {
  readonly requests: Request[] = [];
  due: (() => void) | undefined;
  changes = 0;
  known = (text: string): readonly Row[] =>
    text === '' ? [] : [...new Set(text)].map((letter) => ({ key: `known ${letter}`, of: text }));
  readonly query: FinderQuery<Row>;

  constructor(isSelective = false, sources = 2) {
    this.query = new FinderQuery<Row>({
      known: (text) => this.known(text),
      sources: Array.from({ length: sources }, (_, source) => (text: string, signal: AbortSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
        this.requests.push({ text, source, signal, answer: resolve, fail: reject, isDone: false });
        return promise;
      }),
      pause: {
        start: (_, act) => {
          this.due = act;
        },
        stop: () => {
          this.due = undefined;
        },
      },
      isSelective,
      onChange: () => this.changes++,
    });
  }

  pass(): void {
    const act = this.due;
    this.due = undefined;
    act?.();
  }

  async answer(request: Request, keys: readonly string[]): Promise<void> {
    request.isDone = true;
    request.answer(keys.map((key) => ({ key, of: request.text })));
    await settle();
  }

  get keys(): string[] {
    return this.query.rows.map(({ key }) => key);
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks the server after a pause, for the last text only', async () => {
  const stage = new Stage();
  stage.query.type('a');
  stage.pass();
  expect(stage.requests).toEqual([]);
  stage.query.type('ab');
  stage.query.type('abc ');
  expect(stage.query.state).toBe('asking');
  stage.pass();
  expect(stage.requests.map(({ text }) => text)).toEqual(['abc', 'abc']);
  await stage.answer(stage.requests[1]!, ['late']);
  await stage.answer(stage.requests[0]!, ['early', 'known a']);
  expect(stage.keys).toEqual(['known a', 'known b', 'known c', 'known  ', 'early', 'late']);
  expect(stage.query.state).toBe('still');
});

it('cancels requests for another text, and drops their answers', async () => {
  const stage = new Stage();
  stage.query.type('ab');
  stage.pass();
  stage.query.type('cd');
  expect(stage.requests.every(({ signal }) => signal.aborted)).toBe(true);
  await stage.answer(stage.requests[0]!, ['old']);
  expect(stage.keys).toEqual(['known c', 'known d']);
});

it('tells of failures, and keeps what it has', async () => {
  const stage = new Stage();
  stage.query.type('ab');
  stage.pass();
  await stage.answer(stage.requests[0]!, ['found']);
  stage.requests[1]!.fail(new Error('no connection'));
  await settle();
  expect(stage.query.state).toBe('failed');
  expect(stage.keys).toEqual(['known a', 'known b', 'found']);
  stage.query.type('abc');
  expect(stage.query.state).toBe('asking');
});

it('selects nothing by itself where it is asked to', () => {
  const stage = new Stage(true);
  stage.query.type('ab');
  expect(stage.query.active).toBeUndefined();
  stage.query.move(-1);
  expect(stage.query.active?.key).toBe('known b');
  stage.query.move(1);
  expect(stage.query.active?.key).toBe('known a');
});

it('keeps the selected row when this client learns more, and selects the first when the row has gone', () => {
  const stage = new Stage();
  stage.query.type('ab');
  stage.query.move(1);
  stage.known = (text) => [
    { key: 'new', of: text },
    { key: 'known b', of: text },
  ];
  stage.query.refresh();
  expect(stage.query.active?.key).toBe('known b');
  stage.known = (text) => [{ key: 'new', of: text }];
  stage.query.refresh();
  expect(stage.query.active?.key).toBe('new');
});

it('shows answers above the rows that stay last, which keep the selection', async () => {
  const stage = new Stage();
  stage.known = (text) => [
    { key: 'known place', of: text },
    { key: 'command', of: text, isLast: true },
    { key: 'search', of: text, isLast: true },
  ];
  stage.query.type('ab');
  stage.query.move(-1);
  stage.pass();
  await stage.answer(stage.requests[1]!, ['message', 'search']);
  await stage.answer(stage.requests[0]!, ['found place']);
  expect(stage.keys).toEqual(['known place', 'found place', 'message', 'command', 'search']);
  expect(stage.query.active?.key).toBe('search');
});

type Step =
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'pass' | 'end' | 'refresh' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'select'; readonly at: number }
  | { readonly kind: 'answer'; readonly at: number; readonly keys: readonly string[] }
  | { readonly kind: 'fail'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      text: fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'bc'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'refresh' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      by: fc.constantFrom(1 as const, -1 as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('select' as const), at: fc.nat(8) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      at: fc.nat(9),
      keys: fc.array(fc.constantFrom('known a', 'found x', 'found y', 'found z'), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), at: fc.nat(9) }) },
);

it('keeps its rules in any order of keys, selections, answers, failures and its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, isSelective) => {
      const stage = new Stage(isSelective);
      const { query } = stage;
      let isOver = false;
      for (const each of steps) {
        const before = {
          active: query.active?.key,
          rows: stage.keys,
          text: query.text,
          changes: stage.changes,
        };
        const open = stage.requests.filter(({ isDone }) => !isDone);
        const request = open['at' in each ? each.at % Math.max(1, open.length) : 0];
        if (each.kind === 'type') query.type(each.text);
        else if (each.kind === 'pass') stage.pass();
        else if (each.kind === 'refresh') query.refresh();
        else if (each.kind === 'move') query.move(each.by);
        else if (each.kind === 'select') query.select(stage.keys[each.at] ?? 'nothing');
        else if (each.kind === 'answer' && request) await stage.answer(request, each.keys);
        else if (each.kind === 'fail' && request) {
          request.isDone = true;
          request.fail(new Error('failed'));
          await settle();
        } else if (each.kind === 'end') {
          query.end();
          isOver = true;
        }
        // Rows belong to the present text, each once.
        expect(query.rows.every((row) => row.of.trim() === query.text.trim())).toBe(true);
        expect(new Set(stage.keys).size).toBe(stage.keys.length);
        // Something is selected if anything is there.
        if (!isSelective) expect(query.active !== undefined).toBe(query.rows.length > 0);
        // Only keys and the pointer change the selection, and what was there stays where it was.
        if (each.kind === 'answer' || each.kind === 'fail' || each.kind === 'pass') {
          if (before.active !== undefined || isSelective) expect(query.active?.key).toBe(before.active);
          const known = before.rows.filter((key) => key.startsWith('known'));
          expect(stage.keys.slice(0, known.length)).toEqual(known);
          expect(before.rows.every((key) => stage.keys.includes(key))).toBe(true);
        }
        // Another text begins with the first row.
        if (each.kind === 'type' && query.text !== before.text)
          expect(query.active).toBe(isSelective ? undefined : query.rows[0]);
        // Requests are only for the present text, and one to each source.
        const alive = stage.requests.filter(({ signal }) => !signal.aborted);
        expect(alive.every(({ text }) => text === query.text.trim())).toBe(true);
        expect(new Set(alive.map(({ source }) => source)).size).toBe(alive.length);
        // Nothing happens after the end.
        if (isOver && each.kind !== 'end') expect(stage.changes).toBe(before.changes);
        if (isOver) expect(query.state).toBe('still');
      }
    }),
    { numRuns: 300 },
  );
});
