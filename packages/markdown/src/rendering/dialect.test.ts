import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { addresses } from '../../test/dialect/addresses.ts';
import { blocks } from '../../test/dialect/blocks.ts';
import { differences } from '../../test/dialect/differences.ts';
import { media } from '../../test/dialect/media.ts';
import { text } from '../../test/dialect/text.ts';
import { withoutFormulas } from '../../test/formulas.ts';
import { render } from '../index.ts';

describe.each(Object.entries({ addresses, blocks, differences, media, text }))(
  'the dialect of %s',
  (_name, cases) => {
    it.each(cases)('$rule', ({ input, html, context }) => {
      expect(withoutFormulas(render(input, createContext({ linkifiers: [], ...context })).html)).toBe(html);
    });
  },
);

it('differs from other servers only with a reason', () => {
  for (const { rule, others, reason } of differences) expect([others, reason], rule).not.toContain('');
});
