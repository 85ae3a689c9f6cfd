import { expect, it } from 'vitest';
import { groupAttributes } from './group-resource.ts';
import { applyPatch } from './patch.ts';
import { ScimError } from './scim-error.ts';
import { userAttributes } from './user-resource.ts';

const person = {
  userName: 'anna',
  name: { givenName: 'Anna' },
  emails: [{ value: 'anna@a.example', type: 'work', primary: true }],
  active: true,
};
const after = (...Operations: object[]) => applyPatch(person, { Operations }, userAttributes);

it('changes whole attributes, parts of them, and elements of lists', () => {
  expect(after({ op: 'replace', path: 'userName', value: 'bert' })).toEqual({ ...person, userName: 'bert' });
  expect(after({ op: 'Add', path: 'name.familyName', value: 'Berg' }).name).toEqual({
    givenName: 'Anna',
    familyName: 'Berg',
  });
  expect(after({ op: 'remove', path: 'NAME.givenname' }).name).toEqual({});
  expect(after({ op: 'add', path: 'emails', value: [{ value: 'b@a.example' }] }).emails).toHaveLength(2);
  expect(after({ op: 'add', path: 'emails', value: { value: 'anna@a.example' } }).emails).toHaveLength(1);
  expect(after({ op: 'replace', path: 'emails[type eq "work"].value', value: 'c@a.example' }).emails).toEqual(
    [{ value: 'c@a.example', type: 'work', primary: true }],
  );
  expect(
    after({ op: 'replace', path: 'emails[type eq "home"].value', value: 'd@a.example' }).emails,
  ).toHaveLength(2);
  expect(after({ op: 'remove', path: 'emails[type eq "work"]' }).emails).toEqual([]);
  expect(after({ op: 'replace', value: { active: false, 'name.givenName': 'A' } })).toMatchObject({
    active: false,
    name: { givenName: 'A' },
  });
  expect(person.active).toBe(true);
});

it('distinguishes people and groups with the same ID', () => {
  const members = [
    { value: '7', type: 'User' },
    { value: '7', type: 'Group' },
    { value: '8', type: 'Group' },
  ];
  const change = (...Operations: object[]) =>
    applyPatch({ members }, { Operations }, groupAttributes).members;
  const [person, group, other] = members;
  expect(change({ op: 'add', path: 'members', value: [{ value: '8' }] })).toHaveLength(4);
  expect(change({ op: 'add', path: 'members', value: [{ value: '8', type: 'group' }] })).toHaveLength(3);
  expect(change({ op: 'remove', path: 'members[value eq "7" and type eq "Group"]' })).toEqual([
    person,
    other,
  ]);
  const isGroup = { value: '7', $ref: 'https://chat.example.com/scim/v2/Groups/7' };
  expect(change({ op: 'remove', path: 'members', value: [isGroup] })).toEqual([person, other]);
  expect(change({ op: 'remove', path: 'members', value: [{ value: '8' }] })).toEqual([person, group]);
  expect(change({ op: 'remove', path: 'members' })).toBeNull();
  expect(() => change({ op: 'remove', path: 'members[value eq "7"]' })).toThrow(ScimError);
  expect(() => change({ op: 'remove', path: 'members', value: [{ value: '7' }] })).toThrow(ScimError);
});

it('keeps the subattributes that a new value does not contain, and exactly one primary address', () => {
  expect(after({ op: 'replace', path: 'name', value: { familyName: 'Berg' } }).name).toEqual({
    givenName: 'Anna',
    familyName: 'Berg',
  });
  const added = { value: 'b@a.example', primary: true };
  expect(after({ op: 'add', path: 'emails', value: [added] }).emails).toEqual([
    { value: 'anna@a.example', type: 'work', primary: false },
    added,
  ]);
  expect(after({ op: 'remove', path: 'active' }).active).toBeNull();
});

it('ignores attributes that are not stored, and refuses unknown and read-only attributes', () => {
  const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department';
  for (const path of ['title', 'password', 'phoneNumbers[type eq "work"].value', extension]) {
    expect(after({ op: 'replace', path, value: 'x' })).toEqual(person);
  }
  const refused: [object, string][] = [
    [{ op: 'replace', path: 'id', value: '1' }, 'mutability'],
    [{ op: 'replace', path: 'role', value: 100 }, 'invalidPath'],
    [{ op: 'replace', path: '__proto__', value: {} }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type co "x"].value', value: 'x' }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'active' }, 'invalidSyntax'],
    [{ op: 'replace', value: 'text' }, 'invalidValue'],
  ];
  for (const [operation, scimType] of refused) {
    const attempt = () => after(operation);
    expect(attempt).toThrow(ScimError);
    expect(attempt).toThrow(expect.objectContaining({ scimType }));
  }
  expect(({} as { role?: number }).role).toBeUndefined();
});
