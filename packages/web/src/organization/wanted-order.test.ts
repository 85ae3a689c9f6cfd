import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WantedOrder } from './wanted-order.ts';

const start = [1, 2, 3, 4, 5];
const place = fc.integer({ min: 0, max: 4 });

/** What happens: an entry is moved and stored, or the server answers, and its event comes before that or afterwards. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('answer' as const), isEventFirst: fc.boolean() }),
);

/** A server that stores each order when it is told to. */
function createServer() {
  const waiting: { readonly ids: readonly number[]; readonly answer: (isStored: boolean) => void }[] = [];
  const save = (ids: readonly number[]) =>
    new Promise<boolean>((answer) => {
      waiting.push({ ids, answer });
    });
  return { waiting, save };
}

describe('an order that a person changes', () => {
  it('never moves back while it is being saved, and is the stored one afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { waiting, save } = createServer();
        let stored: readonly number[] = start;
        let last: readonly number[] = start;
        let shown: readonly number[] = start;
        const order = new WantedOrder(start, save, () => {
          shown = order.ids;
        });
        const answer = async (isEventFirst: boolean) => {
          const next = waiting.shift();
          if (!next) return;
          stored = next.ids;
          if (isEventFirst) order.take(stored, false);
          next.answer(true);
          await new Promise(setImmediate);
          if (!isEventFirst) order.take(stored, false);
        };
        for (const each of steps) {
          if (each.kind === 'answer') await answer(each.isEventFirst);
          else {
            order.move(each.from, each.to);
            last = order.ids;
            void order.store();
          }
          expect(shown).toEqual(last);
        }
        while (waiting.length > 0) await answer(false);
        expect(shown).toEqual(last);
        expect(stored).toEqual(last);
      }),
    );
  });

  it('returns to the stored order when it could not be stored', async () => {
    const refuse = () => Promise.reject(new Error('refused'));
    const order = new WantedOrder(start, refuse, () => undefined);
    order.move(0, 4);
    expect(order.ids).toEqual([2, 3, 4, 5, 1]);
    await order.store();
    expect(order.ids).toEqual(start);
  });

  it('has what others add and lacks what they remove while it is being saved', () => {
    const { save } = createServer();
    const order = new WantedOrder(start, save, () => undefined);
    order.move(0, 4);
    void order.store();
    order.take([1, 2, 3, 4, 6], false);
    expect(order.ids).toEqual([2, 3, 4, 1, 6]);
  });

  it('is not sent when an entry returns to its place', async () => {
    const { waiting, save } = createServer();
    const order = new WantedOrder(start, save, () => undefined);
    order.move(0, 1);
    order.move(1, 0);
    await order.store();
    expect(waiting).toEqual([]);
  });
});
