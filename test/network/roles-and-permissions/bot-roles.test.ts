import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// People know the keys of their bots. So when people lose rights, their bots lose them, too.

let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  ({ owner } = organization);
});

afterAll(() => network?.stop());

const setRole = (userId: number, role: number) => owner.api.patch(`/users/${userId}`, { role });
const roleOf = async (userId: number): Promise<number> => (await owner.api.get(`/users/${userId}`)).user.role;

/** Creates an administrator with a bot that is one, too. */
async function administratorWithBot(name: string): Promise<{ person: Person; bot: Body }> {
  const person = (await organization.add(name))[name]!;
  await setRole(person.userId, 200);
  const made = await person.api.post('/bots', { full_name: `${name} bot`, short_name: name });
  await person.api.patch(`/bots/${made.user_id}`, { role: 200 });
  return { person, bot: made };
}

it('a bot has no higher role than its owner, after the owner has lost one', async () => {
  const { person, bot } = await administratorWithBot('ada');
  const { user_id: activeId } = bot;
  const { user_id: idleId } = await person.api.post('/bots', { full_name: 'Idle', short_name: 'idle' });
  await person.api.patch(`/bots/${idleId}`, { role: 200 });
  await person.api.delete(`/bots/${idleId}`);
  await setRole(person.userId, 400);
  expect([await roleOf(activeId), await roleOf(idleId)]).toEqual([400, 400]);
  await setRole(person.userId, 600);
  expect([await roleOf(activeId), await roleOf(idleId)]).toEqual([600, 600]);
  const { entries } = await owner.api.get('/realm/audit_log', { action: 'user.role_changed' });
  const ofBot = entries.filter((entry: Body) => entry.user_id === activeId);
  expect(ofBot.map(({ details }: Body) => [details.from, details.to])).toEqual([
    [400, 600],
    [200, 400],
  ]);
  await setRole(person.userId, 400);
  expect(await roleOf(activeId)).toBe(600);
});

it('a person who was an administrator gets nothing back with the key of a bot', async () => {
  const { person, bot } = await administratorWithBot('bea');
  await setRole(person.userId, 400);
  const { api_key } = await person.api.get(`/bots/${bot.user_id}/api_key`);
  const { status, body } = await network
    .client({ email: bot.bot.email, apiKey: api_key })
    .raw('PATCH', `/users/${person.userId}`, { role: 200 });
  expect([status, body.msg]).toEqual([400, 'Insufficient permission']);
});

it('a bot of a guest reads no public channel', async () => {
  const { gus } = await organization.add('gus');
  const { user_id, api_key, bot } = await gus.api.post('/bots', { full_name: 'Gus bot', short_name: 'gus' });
  await owner.subscribe(['plaza']);
  const id = await owner.send('plaza', 'for members');
  await setRole(gus.userId, 600);
  await network.caughtUp();
  expect(await roleOf(user_id)).toBe(600);
  const { status } = await network
    .client({ email: bot.email, apiKey: api_key })
    .raw('GET', `/messages/${id}`);
  expect(status).toBe(400);
});

it('an owner who reactivates a bot gives it no role above their own', async () => {
  const { cleo } = await organization.add('cleo');
  const { user_id } = await cleo.api.post('/bots', { full_name: 'Cleo bot', short_name: 'cleo' });
  await owner.api.patch(`/bots/${user_id}`, { role: 200 });
  await owner.api.delete(`/bots/${user_id}`);
  await cleo.api.post(`/users/${user_id}/reactivate`);
  expect(await roleOf(user_id)).toBe(400);
  await owner.api.patch(`/bots/${user_id}`, { role: 200 });
  await owner.api.delete(`/bots/${user_id}`);
  await owner.api.post(`/users/${user_id}/reactivate`);
  expect(await roleOf(user_id)).toBe(200);
});
