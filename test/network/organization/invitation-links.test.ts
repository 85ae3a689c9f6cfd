import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The address of an invitation link opens an account. `GET /invites` shows it only to those who could make the same link.

let network: Network;
let owner: Person;
let admin: Person;
let bob: Person;

beforeAll(async () => {
  network = await Network.start();
  const organization = await Organization.create(network);
  ({ owner } = organization);
  ({ admin, bob } = await organization.add('admin', 'bob'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
  const members = { direct_members: [], direct_subgroups: [await groupId('role:members')] };
  await owner.api.patch('/realm', { create_multiuse_invite_group: { new: members } });
});

afterAll(() => network?.stop());

async function groupId(name: string): Promise<number> {
  const { user_groups } = await owner.api.get('/user_groups');
  return user_groups.find((group: Body) => group.name === name).id;
}

/** Creates a link. Returns its ID. */
async function makeLink(person: Person, terms: Body): Promise<number> {
  await person.api.post('/invites/multiuse', terms);
  const { invites } = await person.api.get('/invites');
  return Math.max(...invites.map(({ id }: Body) => id));
}

/** Returns the IDs of the links that a person sees, and whether they see the address. */
async function seenBy(person: Person): Promise<Map<number, boolean>> {
  const { invites } = await person.api.get('/invites');
  return new Map(invites.map((each: Body) => [each.id, 'link_url' in each]));
}

it('an administrator sees owners’ links in the list, without their addresses', async () => {
  const ofOwner = await makeLink(owner, { invite_as: 100 });
  const ofAdministrator = await makeLink(owner, { invite_as: 200 });
  const ofMember = await makeLink(bob, { invite_as: 400 });
  const [all, administered] = [await seenBy(owner), await seenBy(admin)];
  for (const id of [ofOwner, ofAdministrator, ofMember]) expect([id, all.get(id)]).toEqual([id, true]);
  expect(administered.get(ofOwner)).toBe(false);
  expect(administered.get(ofAdministrator)).toBe(true);
  expect(administered.get(ofMember)).toBe(true);
  expect(await seenBy(bob)).toEqual(new Map([[ofMember, true]]));
});

it('nobody sees the address of a link into a private channel to which they cannot add people', async () => {
  await bob.subscribe(['den'], [bob], { invite_only: true });
  const { stream_id: channel } = await bob.api.get('/get_stream_id', { stream: 'den' });
  const id = await makeLink(bob, { invite_as: 400, stream_ids: [channel] });
  expect((await seenBy(bob)).get(id)).toBe(true);
  expect((await seenBy(admin)).get(id)).toBe(false);
  await bob.subscribe(['den'], [admin], { invite_only: true });
  expect((await seenBy(admin)).get(id)).toBe(true);
});

it('nobody sees the address of a link into a group to which they cannot add people', async () => {
  const nobody = await groupId('role:nobody');
  const owners = await groupId('role:owners');
  await owner.api.patch('/realm', { can_manage_all_groups: { new: owners } });
  const { group_id } = await owner.api.post('/user_groups/create', {
    name: 'keepers',
    description: '',
    members: [owner.userId],
    can_add_members_group: nobody,
    can_manage_group: owners,
  });
  const id = await makeLink(owner, { invite_as: 400, group_ids: [group_id] });
  expect((await seenBy(owner)).get(id)).toBe(true);
  expect((await seenBy(admin)).get(id)).toBe(false);
});

it('an administrator who may not make links sees no addresses of other people’s', async () => {
  const id = await makeLink(bob, { invite_as: 400 });
  expect((await seenBy(admin)).get(id)).toBe(true);
  const owners = await groupId('role:owners');
  await owner.api.patch('/realm', { create_multiuse_invite_group: { new: owners } });
  expect((await seenBy(admin)).get(id)).toBe(false);
});
