import { narrowUrl } from '@parley/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowFragment, parseNarrowFragment } from './fragment.ts';
import type { NarrowTerm } from './narrow.ts';

const names = { channelName: (id: number) => (id === 7 ? 'Design & more' : undefined) };

const text = fc.string({ unit: 'binary', minLength: 1 });
const terms: fc.Arbitrary<NarrowTerm> = fc.oneof(
  fc.record({ operator: fc.constant('channel'), operand: fc.integer({ min: 1 }) }),
  fc.record({ operator: fc.constant('topic'), operand: fc.oneof(text, fc.constant('')) }),
  fc.record({ operator: fc.constant('dm'), operand: fc.array(fc.integer({ min: 1 }), { minLength: 1 }) }),
  fc.record({ operator: fc.constant('search'), operand: text }),
  fc.record({ operator: fc.constant('is'), operand: fc.constantFrom('starred', 'dm', 'mentioned') }),
  fc.record({
    operator: fc.constant('sender'),
    operand: fc.integer({ min: 1 }),
    negated: fc.constant(true),
  }),
);

describe('addresses of views', () => {
  it('have the form of links in messages', () => {
    const narrow = [
      { operator: 'channel', operand: 7 },
      { operator: 'topic', operand: 'v1.2 (beta)' },
    ];
    expect(narrowFragment({ narrow, near: 12 }, names)).toBe(
      '#narrow/channel/7-Design-.26-more/topic/v1.2E2.20.28beta.29/near/12',
    );
    expect(narrowFragment({ narrow: [{ operator: 'dm', operand: [3, 4] }] }, names)).toBe(
      '#narrow/dm/3,4-group',
    );
  });

  it('equal the links in messages for any names', () => {
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary' }), fc.integer({ min: 1 }), (name, topic, near) => {
        const narrow = [
          { operator: 'channel', operand: 7 },
          { operator: 'topic', operand: topic },
        ];
        const address = `/${narrowFragment({ narrow, near }, { channelName: () => name })}`;
        expect(address).toBe(narrowUrl({ id: 7, name }, topic, near));
      }),
    );
  });

  it('are parsed to the views from which they were built', () => {
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 4 }),
        fc.option(fc.integer({ min: 1 }), { nil: undefined }),
        (narrow, near) => {
          const address = { narrow, ...(near !== undefined && { near }) };
          expect(parseNarrowFragment(narrowFragment(address, names))).toEqual(address);
        },
      ),
    );
  });

  it('are parsed in older forms, with outdated names, and as part of a complete address', () => {
    expect(parseNarrowFragment('https://chat.example/#narrow/stream/7-old-name/subject/a.20b')).toEqual({
      narrow: [
        { operator: 'channel', operand: 7 },
        { operator: 'topic', operand: 'a b' },
      ],
    });
    expect(parseNarrowFragment('#narrow/pm-with/3,4-group/')).toEqual({
      narrow: [{ operator: 'dm', operand: [3, 4] }],
    });
    expect(parseNarrowFragment('#narrow/-is/resolved/with/9')).toEqual({
      narrow: [{ operator: 'is', operand: 'resolved', negated: true }],
      with: 9,
    });
  });

  it('that are malformed are rejected', () => {
    for (const fragment of [
      '',
      '#settings',
      '#narrow/',
      '#narrow/channel',
      '#narrow/topic/.E0',
      '#narrow/is/dm/near/x',
    ]) {
      expect(parseNarrowFragment(fragment)).toBeUndefined();
    }
  });
});
