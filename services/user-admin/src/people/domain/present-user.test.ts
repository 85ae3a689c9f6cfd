import { roles } from '@parley/rules';
import { expect, it } from 'vitest';
import { presentUser } from './present-user.ts';

const user = {
  userId: 7,
  email: 'ada@example.com',
  deliveryEmail: 'ada@example.com',
  fullName: 'Ada',
  role: roles.member,
  isActive: true,
  isBot: false,
  botType: 0,
  botOwnerId: 0,
  avatarUrl: '',
  avatarVersion: 1,
  timezone: '',
  joinedAt: 0,
  isImportedStub: false,
  emailAddressVisibility: 1,
};

it('shows the time of joining as ISO 8601 in UTC', () => {
  const viewer = { userId: 8, role: roles.member };
  const joined = (joinedAt: number) => presentUser({ ...user, joinedAt } as never, { viewer }).date_joined;
  expect(joined(1_700_000_000)).toBe('2023-11-14T22:13:20+00:00');
  const iso = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
  const times = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 951_782_399, 951_782_400, 253_402_300_799, -1];
  const many = Array.from({ length: 30_000 }, (_, n) => n * 86_400 + n);
  for (const time of [...times, ...many]) expect(joined(time)).toBe(iso(time));
});
