import { expect, it } from 'vitest';
import { parseUser, writableUser } from './user-resource.ts';

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
