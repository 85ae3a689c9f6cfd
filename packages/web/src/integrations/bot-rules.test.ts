import type { User } from '@parley/client';
import { roles } from '@parley/rules/roles';
import { expect, it } from 'vitest';
import { isOfIntegration, mayManage } from './bot-rules.ts';

const account = (values: Partial<User>) =>
  ({ user_id: 5, is_bot: true, bot_type: 2, bot_owner_id: 1, ...values }) as User;

it('bots of integrations are those that only send, and those with a program', () => {
  const types = [null, 1, 2, 3, 4].filter((type) => isOfIntegration(account({ bot_type: type })));
  expect(types).toEqual([2, 3]);
  expect(isOfIntegration(account({ is_bot: false }))).toBe(false);
});

it('a bot is changed by its owner and by administrators, and one of the server by nobody', () => {
  const may = (role: number, values: Partial<User> = {}) => mayManage(account(values), { user_id: 2, role });
  expect(may(roles.member)).toBe(false);
  expect(may(roles.member, { bot_owner_id: 2 })).toBe(true);
  expect(may(roles.moderator)).toBe(false);
  expect(may(roles.administrator)).toBe(true);
  expect(may(roles.owner)).toBe(true);
  expect(may(roles.owner, { bot_owner_id: null })).toBe(false);
});
