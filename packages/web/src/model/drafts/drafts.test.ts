import { type Place, placeKey } from '@parley/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LocalDraft } from '../local-store.ts';
import type { Parley } from '../parley.tsx';
import type { Part } from '../parts.ts';
import { draftStorage, keepDraft, moveDraft, unsyncedDrafts } from './drafts.ts';

const places: readonly Place[] = [
  { kind: 'topic', channelId: 1, topic: 'one' },
  { kind: 'topic', channelId: 1, topic: 'two' },
];

/** A client whose device takes its time, in which what was asked first is done first, as in IndexedDB. */
function slowClient(latency: () => number, asked: string[] = []): Parley {
  const drafts = new Map<string, LocalDraft>();
  const parts = new Map<unknown, unknown>();
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(name: string, act: () => T): Promise<T> => {
    asked.push(name);
    const mine = turn.then(async () => {
      for (let at = latency(); at > 0; at--) await Promise.resolve();
      return act();
    });
    turn = mine;
    return mine;
  };
  return {
    device: {
      readDraft: (key: string) => inTurn('read', () => drafts.get(key)),
      readDrafts: () => inTurn('list', () => [...drafts.values()]),
      writeDraft: (key: string, draft: LocalDraft | undefined) =>
        inTurn('write', () => void (draft ? drafts.set(key, draft) : drafts.delete(key))),
    },
    parts: {
      get(create: Part<unknown>, parley: Parley) {
        if (!parts.has(create)) parts.set(create, create(parley));
        return parts.get(create);
      },
    },
    store: { personal: { drafts: new Map() }, people: { selfId: 1 } },
    mayHaveSession: () => false,
  } as unknown as Parley;
}

it('whoever reads a draft has what was saved last, however and however quickly it was saved', async () => {
  const step = fc.record({
    way: fc.constantFrom('saveHere', 'save', 'keep', 'update', 'empty', 'move'),
    place: fc.nat(1),
    text: fc.constantFrom('a', 'b', 'c'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.infiniteStream(fc.nat(5)),
      async (steps, latencies) => {
        const parley = slowClient(() => latencies.next().value ?? 0);
        const storage = draftStorage(parley);
        const expected = ['', ''];
        const reads: Promise<void>[] = [];
        for (const { way, place: at, text } of steps) {
          const [place, other] = at === 0 ? places : places.toReversed();
          if (!place || !other) throw new Error('no place');
          if (way === 'move') {
            void moveDraft(parley, place, other);
            const [from, to] = [expected[at] ?? '', expected[1 - at] ?? ''];
            expected[1 - at] = from !== '' && to !== '' ? `${to}\n${from}` : from || to;
            expected[at] = '';
          } else {
            if (way === 'keep') void keepDraft(parley, place, text);
            else if (way === 'empty') storage.save(place, '');
            else if (way === 'update') storage.update(place, 'saveHere', (stored) => `${stored}${text}`);
            else storage[way](place, text);
            expected[at] = way === 'empty' ? '' : way === 'update' ? `${expected[at]}${text}` : text;
          }
          // Asked at once, as a box does that shows the place next.
          const wanted = expected[at];
          reads.push(
            storage.read(place).then((read) => expect(read, `${way} of ${placeKey(place)}`).toBe(wanted)),
          );
          // Listed at once, as the view of drafts does that follows the box.
          const all = expected.filter((each) => each !== '').sort();
          reads.push(
            unsyncedDrafts(parley).then((listed) =>
              expect(
                listed
                  .map(({ content }) => content)
                  .filter((each) => each !== '')
                  .sort(),
                `${way} of ${placeKey(place)}`,
              ).toEqual(all),
            ),
          );
        }
        await Promise.all(reads);
      },
    ),
    { numRuns: 500 },
  );
});

it('a sent text is deleted here before the device is asked anything, because the page may be closed', async () => {
  const asked: string[] = [];
  const storage = draftStorage(slowClient(() => 2, asked));
  const [place] = places;
  if (!place) throw new Error('no place');
  storage.saveHere(place, 'text');
  expect(await storage.read(place)).toBe('text');
  asked.length = 0;
  storage.save(place, '');
  await Promise.resolve();
  expect(asked).toEqual(['write']);
});
