import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveAddress, isAnswered, temporaryAddress } from '../files/held-addresses.ts';
import { uploadText } from '../files/upload-text.ts';

// Verifies that signed addresses end with the right of their holder. That they end with all access is in ended-access.test.ts.

let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { gateway: 2, 'user-admin': 2, upload: 2 } });
  organization = await Organization.create(network);
  ({ owner } = organization);
});
afterAll(() => network?.stop());

const setRole = async ({ userId }: Person, role: number) => {
  await owner.api.patch(`/users/${userId}`, { role });
  await network.caughtUp();
};

const answered = (...addresses: string[]) =>
  Promise.all(addresses.map((address) => isAnswered(network, address)));

it('a temporary address of a file in a private channel ends for a person who was put out of it', async () => {
  const { alice, bob } = await organization.add('alice', 'bob');
  await owner.subscribe(['den'], [owner, alice!, bob!], { invite_only: true });
  const path = await uploadText(network, owner, 'plan.txt', 'the plan');
  await owner.send('den', `[plan](${path})`);
  const addresses = await Promise.all([owner, alice!, bob!].map((each) => temporaryAddress(each, path)));
  expect(await answered(...addresses)).toEqual([true, true, true]);
  await owner.api.delete('/users/me/subscriptions', { subscriptions: ['den'], principals: [alice!.userId] });
  await network.caughtUp();
  expect(await answered(...addresses)).toEqual([true, false, true]);
});

describe('the address of an archive', () => {
  it('of the organization ends with the role of its maker; the own data stay open', async () => {
    const { maker, other } = await organization.add('maker', 'other');
    await setRole(maker!, 200);
    await setRole(other!, 200);
    await maker!.api.post('/export/realm');
    await maker!.api.post('/users/me/export');
    const [address, kept, own] = [
      await archiveAddress(maker!.api, '/export/realm'),
      await archiveAddress(other!.api, '/export/realm'),
      await archiveAddress(maker!.api, '/users/me/exports'),
    ];
    expect(await answered(address, kept, own)).toEqual([true, true, true]);
    await setRole(maker!, 400);
    expect(await answered(address, kept, own)).toEqual([false, true, true]);
  });

  it('of the data of another person ends with the role of the owner who made it', async () => {
    const { second, person } = await organization.add('second', 'person');
    await setRole(second!, 100);
    await second!.api.post(`/users/${person!.userId}/export`);
    const address = await archiveAddress(second!.api, '/realm/person_exports');
    const kept = await archiveAddress(owner.api, '/realm/person_exports');
    expect(await answered(address, kept)).toEqual([true, true]);
    await setRole(second!, 200);
    expect(await answered(address, kept)).toEqual([false, true]);
  });

  it('that an event brought to all administrators ends with the role or the access of one of them', async () => {
    const { leaving, robbed } = await organization.add('leaving', 'robbed');
    await setRole(leaving!, 200);
    await setRole(robbed!, 200);
    const eventAddress = async () => {
      const queue = await owner.register({ event_types: ['realm_export'] });
      await owner.api.post('/export/realm');
      await archiveAddress(owner.api, '/export/realm');
      await network.caughtUp();
      const exports = (await queue.pollNow()).at(-1)!.exports as Body[];
      return exports.at(-1)!.export_url as string;
    };
    const first = await eventAddress();
    expect(await answered(first)).toEqual([true]);
    await setRole(leaving!, 400);
    expect(await answered(first)).toEqual([false]);
    const second = await eventAddress();
    expect(await answered(second)).toEqual([true]);
    await owner.api.post(`/users/${robbed!.userId}/end_access`);
    expect(await answered(second)).toEqual([false]);
    expect(await answered(await archiveAddress(owner.api, '/export/realm'))).toEqual([true]);
  });

  it('that names no holder, as those of the previous release, is refused', async () => {
    const address = await archiveAddress(owner.api, '/export/realm');
    const withoutHolder = address.replace(/\.p[\d-]+\./, '.');
    expect(withoutHolder).not.toBe(address);
    expect(await answered(address, withoutHolder)).toEqual([true, false]);
  });
});
