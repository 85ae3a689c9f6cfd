import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

// An invitation gives what its inviter may still give when somebody joins with it. Otherwise, people who were put out of a channel
// or a group could come back as another person, with a link that they made before.

let network: Network;
let organization: Organization;
let owner: Person;
const mailbox = new Mailbox();
const password = 'quite a fine password 77';

beforeAll(async () => {
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  organization = await Organization.create(network);
  ({ owner } = organization);
  const { user_groups } = await owner.api.get('/user_groups');
  const members = user_groups.find(({ name }: Body) => name === 'role:members').id;
  await owner.api.patch('/realm', { create_multiuse_invite_group: { new: members } });
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
});

/** Creates a private channel of the owner and another person. Returns its ID. */
async function privateChannel(name: string, other: Person): Promise<number> {
  await owner.subscribe([name], [owner, other], { invite_only: true, history_public_to_subscribers: true });
  return (await owner.api.get('/get_stream_id', { stream: name })).stream_id;
}

const adders = (...people: Person[]) => ({
  direct_members: people.map(({ userId }) => userId),
  direct_subgroups: [],
});

/** Creates a group to which the owner and another person may add people. Returns its ID. */
async function groupOf(name: string, other: Person): Promise<number> {
  const { group_id } = await owner.api.post('/user_groups/create', {
    name,
    description: '',
    members: [owner.userId],
    can_add_members_group: adders(owner, other),
    can_manage_group: adders(owner),
  });
  return group_id;
}

/** Joins with a mailed link. Returns the ID of the new person. */
async function join(link: string, fullName: string): Promise<number> {
  const request = { token: link.split('/').at(-1), full_name: fullName, password };
  return (await network.client().post('/joining', request)).user_id;
}

async function joinWithLink(link: string, name: string): Promise<number> {
  const email = `${name}@test.example`;
  await network.client().post('/joining/confirm_address', { token: link.split('/').at(-1), email });
  return join((await mailbox.waitFor(email, 'Confirm your address')).link, name);
}

async function gets(userId: number, channelId: number, groupId: number): Promise<[boolean, boolean]> {
  await network.caughtUp();
  const { is_subscribed } = await owner.api.get(`/users/${userId}/subscriptions/${channelId}`);
  const { is_user_group_member } = await owner.api.get(`/user_groups/${groupId}/members/${userId}`);
  return [is_subscribed, is_user_group_member];
}

it('a link gives channels and groups while its maker may add people to them, and not afterwards', async () => {
  const { ivy } = await organization.add('ivy');
  const channel = await privateChannel('vault', ivy);
  const group = await groupOf('keepers', ivy);
  const terms = { invite_as: 400, stream_ids: [channel], group_ids: [group] };
  const { invite_link } = await ivy.api.post('/invites/multiuse', terms);
  expect(await gets(await joinWithLink(invite_link, 'before'), channel, group)).toEqual([true, true]);
  await owner.unsubscribe(['vault'], [ivy]);
  await owner.api.patch(`/user_groups/${group}`, { can_add_members_group: { new: adders(owner) } });
  await network.caughtUp();
  expect(await gets(await joinWithLink(invite_link, 'after'), channel, group)).toEqual([false, false]);
});

it('a mailed invitation gives channels and groups only while its inviter may add people to them', async () => {
  const { jan } = await organization.add('jan');
  const channel = await privateChannel('cellar', jan);
  const group = await groupOf('stewards', jan);
  const emails = ['early@test.example', 'late@test.example'];
  const request = { invitee_emails: emails.join(), stream_ids: [channel], group_ids: [group] };
  await jan.api.post('/invites', request);
  const [early, late] = await Promise.all(emails.map((email) => mailbox.waitFor(email, 'invited')));
  expect(await gets(await join(early!.link, 'Early'), channel, group)).toEqual([true, true]);
  await owner.unsubscribe(['cellar'], [jan]);
  await owner.api.patch(`/user_groups/${group}`, { can_add_members_group: { new: adders(owner) } });
  await network.caughtUp();
  expect(await gets(await join(late!.link, 'Late'), channel, group)).toEqual([false, false]);
});
