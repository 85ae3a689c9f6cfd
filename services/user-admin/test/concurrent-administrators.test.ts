import { toSettingValues } from '@parley/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

// Tests that one of two conflicting changes is refused when two administrators make them concurrently through two replicas.

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

const rounds = 5;

const setOrganization = (changes: Record<string, unknown>) =>
  env.other.updateOrganization({ changes: toSettingValues(changes) }, as(env.ownerId));

it('gives a unique name to one of two concurrent requests', async () => {
  await setOrganization({ require_unique_names: true });
  const people = [await env.account('one'), await env.account('other')];
  for (let round = 0; round < rounds; round++) {
    const outcomes = await Promise.allSettled(
      people.map((userId, index) =>
        (index === 0 ? env.client : env.other).updateUser(
          {
            user: { user: { $case: 'userId', userId } },
            fullName: `${index === 0 ? 'Same' : 'same'} ${round}`,
            role: undefined,
            newEmail: undefined,
            profileData: [],
          },
          as(env.ownerId),
        ),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

it('gives no permission to a group that is deactivated concurrently', async () => {
  const { userGroupsJson } = await env.client.getGroups(
    { includeDeactivated: false, options: undefined },
    as(env.ownerId),
  );
  const all: { id: number; name: string }[] = JSON.parse(userGroupsJson.toString());
  const members = all.find(({ name }) => name === 'role:members')?.id;
  for (let round = 0; round < rounds; round++) {
    const group = { name: `brief ${round}`, description: '', memberIds: [], subgroupIds: [], settings: {} };
    const { groupId } = await env.client.createGroup(group, as(env.ownerId));
    const outcomes = await Promise.allSettled([
      env.client.deactivateGroup({ groupId, channelUses: [] }, as(env.ownerId)),
      setOrganization({ can_create_groups: { new: groupId } }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await setOrganization({ can_create_groups: { new: members } });
  }
});
