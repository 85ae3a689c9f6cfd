import { expect, it } from 'vitest';
import { isSameValue, membersOfValue, valueOfMembers } from './group-value.ts';

it('a single group is stored as its ID, and anything else as ordered lists of groups and people', () => {
  expect(valueOfMembers({ groupIds: [7], userIds: [] })).toBe(7);
  expect(valueOfMembers({ groupIds: [7, 3], userIds: [] })).toEqual({
    direct_members: [],
    direct_subgroups: [3, 7],
  });
  expect(valueOfMembers({ groupIds: [7], userIds: [2, 1] })).toEqual({
    direct_members: [1, 2],
    direct_subgroups: [7],
  });
});

it('values with the same groups and people are equal, whatever their form', () => {
  expect(isSameValue(7, { direct_members: [], direct_subgroups: [7] })).toBe(true);
  expect(
    isSameValue(
      { direct_members: [1, 2], direct_subgroups: [] },
      { direct_members: [2, 1], direct_subgroups: [] },
    ),
  ).toBe(true);
  expect(isSameValue(7, 8)).toBe(false);
  expect(membersOfValue(7)).toEqual({ groupIds: [7], userIds: [] });
});
