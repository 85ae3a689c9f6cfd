import { describe, expect, it } from 'vitest';
import { expectValue } from './permission-values.ts';

const check =
  (...given: Parameters<typeof expectValue>) =>
  () =>
    expectValue(...given);

describe('the former value of a permission', () => {
  it('is accepted when it is the stored one, or not given', () => {
    const people = { direct_members: [1], direct_subgroups: [2] };
    expect(check('can_create_groups', undefined, 7)).not.toThrow();
    expect(check('can_create_groups', 7, 7)).not.toThrow();
    expect(check('can_create_groups', { ...people }, people)).not.toThrow();
  });

  it.each([[7], [{ direct_members: [1], direct_subgroups: [2] }]])(
    'is refused otherwise, and the refusal names the stored value %j',
    (present) => {
      expect(check('can_create_groups', 8, present)).toThrow(
        expect.objectContaining({
          code: 'EXPECTATION_MISMATCH',
          message: "'old' value does not match the expected value.",
          fields: { current: { can_create_groups: present } },
        }),
      );
    },
  );
});
