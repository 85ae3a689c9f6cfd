import { sql } from '@parley/db';
import { EMAIL_VISIBILITY } from '@parley/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

// Tests role changes. The role of a person decides whether they may see other people's bots, and addresses that are visible
// only to some roles.

let env: Env;
let riser: number;
let shy: number;
let secret: number;
let bots: { own: number; other: number };

beforeAll(async () => {
  env = await startEnv({ hasEvents: true });
  [riser, shy, secret] = [await env.account('riser'), await env.account('shy'), await env.account('secret')];
  const show = (userId: number, visibility: number) =>
    env.db.execute(sql`
      update user_admin.users set email_address_visibility = ${visibility} where user_id = ${userId}`);
  await show(shy, EMAIL_VISIBILITY.moderators);
  await show(secret, EMAIL_VISIBILITY.administrators);
  const addBot = (ownerId: number) =>
    env.client.addBot({ fullName: 'Bot', shortName: `bot-${ownerId}`, botType: 1 }, as(ownerId));
  bots = { own: (await addBot(riser)).userId, other: (await addBot(shy)).userId };
});
afterAll(() => env.stop());

/** Changes the role of a person. Returns the events about bots and addresses that only this person gets. */
async function eventsAfter(role: number): Promise<unknown[]> {
  await env.events();
  const user = { user: { $case: 'userId' as const, userId: riser } };
  const change = { user, role, fullName: undefined, newEmail: undefined, profileData: [] };
  await env.client.updateUser(change, as(env.ownerId));
  return (await env.events())
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ audience }) => audience?.maxRole === 0 && audience.userIds.join() === String(riser))
    .map(({ json }) => JSON.parse(json.toString()))
    .map(({ type, op, person, bot }) => (type === 'realm_bot' ? [op, bot.user_id] : person));
}

it('announces the bots and addresses that a person can see only with the new role, and those that the person can no longer see', async () => {
  const address = (userId: number, name: string | null) => ({
    user_id: userId,
    delivery_email: name && `${name}@demo.example`,
  });
  expect(await eventsAfter(300)).toEqual([address(shy, 'shy')]);
  expect(await eventsAfter(200)).toEqual([['add', bots.other], address(secret, 'secret')]);
  expect(await eventsAfter(400)).toEqual([['delete', bots.other], address(shy, null), address(secret, null)]);
  expect(await eventsAfter(600)).toEqual([]);
});
