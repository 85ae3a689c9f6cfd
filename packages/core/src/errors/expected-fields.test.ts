import { describe, expect, it } from 'vitest';
import { expectFields } from './expected-fields.ts';

const present = { name: 'one', days: null, site: { a: 1, b: [2] }, hint: undefined };
const check = (expected: Record<string, unknown>) => () => expectFields(expected, present);

describe('expected fields', () => {
  it('accepts no expectation and equal values, in any order of members', () => {
    expect(() => expectFields(undefined, present)).not.toThrow();
    expect(check({ name: 'one', days: null, site: { b: [2], a: 1 }, hint: null })).not.toThrow();
  });

  it('refuses other values and names the current ones', () => {
    expect(check({ name: 'two', days: null, site: {} })).toThrow(
      expect.objectContaining({
        code: 'EXPECTATION_MISMATCH',
        fields: { current: { name: 'one', site: { a: 1, b: [2] } } },
      }),
    );
  });

  it.each(['nothing', 'toString', '__proto__'])('refuses the unknown field %s', (name) => {
    expect(() => expectFields(JSON.parse(`{"${name}": 1}`), present)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });
});
