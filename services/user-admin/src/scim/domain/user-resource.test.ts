import { expect, it } from 'vitest';
import { applyPatch } from './patch.ts';
import { parseUser, userAttributes, userNameKey, writableUser } from './user-resource.ts';

it('returns the pictures of a person as the provider sent them, with primary true, false or absent', () => {
  const photos = [
    { value: 'https://pictures.test/a', type: 'photo', primary: false },
    { value: 'https://pictures.test/b', primary: true },
    { value: 'https://pictures.test/c', type: 'thumbnail' },
  ];
  const user = parseUser({ userName: 'anna@example.com', photos }, 'chat.example.com');
  expect(user.picture).toBe('https://pictures.test/b');
  expect(writableUser({ ...user, userId: 1, createdAt: 0, changedAt: 0 }).photos).toEqual(photos);
});

it.each([
  [true, true],
  [false, false],
  ['True', true],
  ['False', false],
  [[true], true],
  [['False'], false],
  [[{ value: true }], true],
  [[{ value: 'False' }], false],
  [{ value: false }, false],
  [[], undefined],
  [[true, false], undefined],
  [['yes'], undefined],
  [1, undefined],
  [undefined, true],
  [null, true],
])('active %j is %j, as a value and in a change', (active, expected) => {
  const base = { userName: 'anna@example.com', active: true };
  const operations = [
    { op: 'Replace', path: 'active', value: active },
    { op: 'replace', value: { active } },
  ];
  const resources = [
    { ...base, active },
    ...(active === undefined || active === null
      ? []
      : operations.map((each) => applyPatch(base, { Operations: [each] }, userAttributes))),
  ];
  for (const resource of resources) {
    const read = () => parseUser(resource, 'chat.example.com').isActive;
    if (expected === undefined) expect(read).toThrow('active must be true or false.');
    else expect(read()).toBe(expected);
  }
});

it('compares user names in any case, and both spellings of a domain', () => {
  expect(userNameKey('Anna@MÜLLER.example')).toBe(userNameKey('anna@xn--mller-kva.example'));
  expect(userNameKey('ANNA')).toBe('anna');
});
