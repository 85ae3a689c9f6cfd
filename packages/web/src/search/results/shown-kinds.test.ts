import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kinds } from '../finder/kept-searches.ts';
import { kindBeside, shownKinds } from './shown-kinds.ts';

const count = fc.constantFrom(undefined, '0', '1', '30+');
const counts = fc.record({ messages: count, files: count, people: count, channels: count, topics: count });

it('hides what is known to have no results, except messages and what is chosen', () => {
  const none = { messages: '0', files: '0', people: '0', channels: undefined, topics: '2' };
  expect(shownKinds(none, 'messages')).toEqual(['messages', 'channels', 'topics']);
  expect(shownKinds(none, 'files')).toEqual(['messages', 'files', 'channels', 'topics']);
});

it('reaches each tab by keys from each other one, in both directions', () => {
  fc.assert(
    fc.property(
      counts,
      fc.constantFrom(...kinds),
      fc.constantFrom(1 as const, -1 as const),
      (all, chosen, step) => {
        const shown = shownKinds(all, chosen);
        expect(shown).toContain(chosen);
        const reached = new Set<string>();
        let at = chosen;
        for (const _ of shown) {
          reached.add(at);
          at = kindBeside(shown, at, step);
        }
        expect(at).toBe(chosen);
        expect([...reached].sort()).toEqual([...shown].sort());
      },
    ),
  );
});
