import { describe, expect, it } from 'vitest';
import { expectValue } from './permission-values.ts';

const check =
  (...given: Parameters<typeof expectValue>) =>
  () =>
    expectValue(...given);

describe('the old value that a client sends with a change of a permission', () => {
  it('is accepted when it equals the stored value, or is absent', () => {
    const people = { direct_members: [1], direct_subgroups: [2] };
    expect(check('can_create_groups', undefined, 7)).not.toThrow();
    expect(check('can_create_groups', 7, 7)).not.toThrow();
    expect(check('can_create_groups', { ...people }, people)).not.toThrow();
  });

  it.each([[7], [{ direct_members: [1], direct_subgroups: [2] }]])(
    'is refused when it differs, and the refusal contains the stored value %j',
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
