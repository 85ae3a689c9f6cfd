import { sql } from '@parley/db';
import type { SharedMember } from '@parley/proto/common/v1/initial_state';
import { changesSettled } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

type Person = { user_id: number; full_name: string; is_active: boolean };

/** Options of a registration that requests all people, with all JSON in the response itself (`takesShared: false`). */
const registration = {
  fetchEventTypes: ['realm_user'],
  capabilities: [],
  slimPresence: true,
  presenceHistoryLimitDays: 0,
  includeSubscribers: 'false',
  takesShared: false,
  asksAgain: false,
  heldTexts: [],
};

let env: Env;
let viewers: number[];

beforeAll(async () => {
  env = await startEnv();
  viewers = [env.ownerId, await env.account('member'), await env.account('shy')];
  await env.db.execute(
    sql`update user_admin.users set email_address_visibility = 5 where user_id = ${viewers[2]}`,
  );
});
afterAll(() => env.stop());

/** Returns the people in the register response (`POST /register`) of a replica. */
async function registered(userId: number, replica: Env['client'] = env.client): Promise<Person[]> {
  const { state } = await replica.getInitialState({ options: registration }, as(userId));
  const { realm_users, realm_non_active_users } = JSON.parse(state!.fieldsJson.toString());
  return [...realm_users, ...realm_non_active_users];
}

/** Returns the people of `GET /users`, active ones first. These are always read from the database. */
async function listed(userId: number): Promise<Person[]> {
  const rows = await env.db.many<{ user_id: number }>(
    sql`select user_id from user_admin.users where not is_system_bot`,
  );
  const userIds = rows.map(({ user_id }) => user_id);
  return listedBy(env.client, userId, { userIds, hasUserIds: true });
}

/** Returns the people whom a replica lists in GET /users, active ones first. The fields of `over` replace those of the request. */
async function listedBy(replica: Env['client'], userId: number, over: object = {}): Promise<Person[]> {
  const request = { includeCustomProfileFields: true, userIds: [], hasUserIds: false };
  const texts: string[] = [];
  for await (const { usersJson } of replica.getUsers({ ...request, ...over }, as(userId)))
    texts.push(usersJson.toString());
  const people: Person[] = JSON.parse(`[${texts.join(',')}]`);
  return [...people.filter((each) => each.is_active), ...people.filter((each) => !each.is_active)];
}

/** Returns the JSON that a gateway assembles from shared members. @param texts texts by digest in hexadecimal */
function joined(members: readonly SharedMember[], texts: ReadonlyMap<string, Buffer>): string {
  const parts = members.flatMap(({ digest, replacements }) => {
    const text = texts.get(digest.toString('hex'))!;
    let from = 0;
    const own = replacements.flatMap((each) => {
      const before = text.subarray(from, each.start);
      from = each.end;
      return [before, each.text];
    });
    return [...own, text.subarray(from)];
  });
  return Buffer.concat(parts).toString();
}

const nameOf = (people: Person[], userId: number) =>
  people.find((each) => each.user_id === userId)?.full_name;

it('shows the current people after each change, to every role and at every replica', async () => {
  const field = 7;
  const changes = [
    () => env.account('latecomer'),
    () => sqlChange(sql`update user_admin.users set full_name = 'Renamed' where user_id = ${viewers[1]}`),
    () =>
      sqlChange(sql`insert into user_admin.profile_values (user_id, field_id, value)
                        values (${viewers[1]}, ${field}, 'one')`),
    () => sqlChange(sql`update user_admin.profile_values set value = 'two' where field_id = ${field}`),
    () => sqlChange(sql`delete from user_admin.profile_values where field_id = ${field}`),
    () =>
      sqlChange(sql`update user_admin.users set email_address_visibility = 4 where user_id = ${viewers[2]}`),
    () => sqlChange(sql`update user_admin.users set role = 200 where user_id = ${viewers[1]}`),
    () => sqlChange(sql`update user_admin.users set full_name = full_name || '!'`),
    // This person's ID is between those of the others.
    () => sqlChange(sql`update user_admin.users set is_active = false where user_id = ${viewers[2]}`),
    () => sqlChange(sql`update user_admin.users set is_active = true where user_id = ${viewers[2]}`),
    () =>
      sqlChange(sql`insert into user_admin.users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role)
                        overriding system value
                        select max(user_id) + 5, 'far@x.example', 'far@x.example', 'far@x.example', 'far@x.example', 'Far', 400
                          from user_admin.users`),
    () => env.account('between'),
    () => sqlChange(sql`delete from user_admin.users where full_name = 'Far'`),
  ];
  const sqlChange = (query: Parameters<Env['db']['execute']>[0]) => env.db.execute(query);
  for (const [step, change] of [() => undefined, ...changes].entries()) {
    await change();
    for (const viewer of step === 9 ? viewers.slice(0, 2) : viewers) {
      const expected = await listed(viewer);
      expect(await registered(viewer), `after change ${step}`).toEqual(expected);
      expect(await registered(viewer, env.other), `after change ${step}, the other replica`).toEqual(
        expected,
      );
      expect(await listedBy(env.other, viewer), `after change ${step}, GET /users`).toEqual(expected);
    }
  }
});

it('shows a change that was uncommitted when the list was read', async () => {
  const [userId] = viewers as [number];
  const commit = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const renaming = env.db.tx(async (tx) => {
    await tx.execute(sql`update user_admin.users set full_name = 'At last' where user_id = ${userId}`);
    started.resolve();
    await commit.promise;
  });
  await started.promise;
  // Other transactions commit, so that the open one is older than the snapshots of the cached lists.
  for (const name of ['meanwhile', 'afterwards']) {
    await env.account(name);
    expect(nameOf(await registered(userId), userId)).not.toBe('At last');
  }
  commit.resolve();
  await renaming;
  expect(nameOf(await registered(userId), userId)).toBe('At last');
});

it('never shows a later list to a registration with an older snapshot', async () => {
  const rounds = Array.from({ length: 40 }, async (_, round) => {
    if (round % 4 === 0) {
      await env.db.execute(
        sql`update user_admin.users set full_name = ${`Name ${round}`} where user_id = ${viewers[1]}`,
      );
    }
    const people = await registered(viewers[0]!, round % 2 ? env.client : env.other);
    expect(new Set(people.map((each) => each.user_id)).size).toBe(people.length);
    return people;
  });
  await Promise.all(rounds);
  expect(await registered(viewers[0]!)).toEqual(await listed(viewers[0]!));
});

it('does not read accounts again that did not change', async () => {
  const [userId] = viewers as [number];
  await changesSettled(env.db, sql`user_admin.people_changes`);
  const before = nameOf(await registered(userId), userId);
  const rename = (name: string) =>
    env.db.tx(async (tx) => {
      // The change is not recorded by the trigger. So it is visible only when the whole list is read again.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update user_admin.users set full_name = ${name} where user_id = ${userId}`);
    });
  await rename('Unnoticed');
  await env.account('noticed');
  const people = await registered(userId);
  expect([nameOf(people, userId), people.some((each) => each.full_name === 'noticed')]).toEqual([
    before,
    true,
  ]);
  await rename(before!);
});

it('contains only the people of a restored backup, although no trigger recorded their changes', async () => {
  const [userId] = viewers as [number];
  const other = await env.account('unsaved');
  expect((await registered(userId)).some((each) => each.user_id === other)).toBe(true);
  await env.db.tx(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from user_admin.users where user_id = ${other}`);
    await tx.execute(sql`truncate user_admin.people_changes`);
  });
  expect((await registered(userId)).some((each) => each.user_id === other)).toBe(false);
});

it('sends a shared text once, and the text of the viewer in its place', async () => {
  const options = (heldTexts: Buffer[]) => ({ ...registration, takesShared: true, heldTexts });
  const shared = async (userId: number, heldTexts: Buffer[]) =>
    (await env.client.getInitialState({ options: options(heldTexts) }, as(userId))).state!.shared;
  const first = await shared(viewers[0]!, []);
  expect(first.map((each) => each.name)).toEqual(['realm_users', 'realm_non_active_users']);
  const again = await shared(
    viewers[0]!,
    first.map((each) => each.digest),
  );
  expect(again.map((each) => each.text.length)).toEqual([0, 0]);
  expect(again.map((each) => each.digest)).toEqual(first.map((each) => each.digest));

  // This member may see an address that other members may not see: their own.
  await env.db.execute(
    sql`update user_admin.users set role = 400, email_address_visibility = 5 where user_id = ${viewers[1]}`,
  );
  const [active] = await shared(viewers[1]!, []);
  // Each person in the shared text begins with a comma. The first replacement turns the first comma into `[`, and the last one
  // adds `]`.
  const [, replacement, , ...others] = active!.replacements;
  expect(others).toEqual([]);
  const text = active!.text.toString();
  const without = JSON.parse(
    Buffer.from(active!.text).subarray(replacement!.start, replacement!.end).toString(),
  );
  expect([without.user_id, without.delivery_email]).toEqual([viewers[1], null]);
  expect(JSON.parse(replacement!.text.toString())).toMatchObject({ delivery_email: 'member@demo.example' });
  expect(text.includes('member@demo.example","avatar')).toBe(false);
});

it('shows the current members of system groups and other groups, and sends a long list once', async () => {
  const [ownerId, memberId] = viewers as [number, number];
  const shared = async (heldTexts: Buffer[]) => {
    const options = {
      ...registration,
      fetchEventTypes: ['realm_user_groups'],
      capabilities: ['include_deactivated_groups'],
      takesShared: true,
      heldTexts,
    };
    return (await env.client.getInitialState({ options }, as(ownerId))).state!;
  };
  /** Returns the groups in the register response, as a gateway assembles them. */
  const groups = async () => {
    const { fieldsJson, shared: pieces } = await shared([]);
    if (pieces.length === 0) return JSON.parse(fieldsJson.toString()).realm_user_groups;
    const texts = new Map(
      pieces.filter(({ text }) => text.length > 0).map((each) => [each.digest.toString('hex'), each.text]),
    );
    return JSON.parse(joined(pieces, texts));
  };
  /** The groups of GET /user_groups with the members of each group, which are read from the database. */
  const expected = async () => {
    const request = { includeDeactivated: true, options: undefined };
    const { userGroupsJson } = await env.client.getGroups(request, as(ownerId));
    const listed = JSON.parse(userGroupsJson.toString()) as { id: number }[];
    return Promise.all(
      listed.map(async (group) => {
        const asked = { groupId: group.id, directOnly: true };
        const { membersJson } = await env.client.getGroupMembers(asked, as(ownerId));
        return { ...group, members: JSON.parse(membersJson.toString()) };
      }),
    );
  };
  const mixed = { name: 'mixed', description: '', memberIds: viewers, subgroupIds: [], settings: {} };
  await env.client.createGroup(mixed, as(ownerId));
  const change = (query: Parameters<Env['db']['execute']>[0]) => env.db.execute(query);
  const changes = [
    () => undefined,
    () =>
      change(sql`
        insert into user_admin.users (delivery_email, delivery_email_key, email, email_key, full_name, role, joined_at)
        select 'g' || n || '@many.example', 'g' || n || '@many.example', 'g' || n || '@many.example',
               'g' || n || '@many.example', 'G ' || n, 400, now() - make_interval(days => n, hours => 1)
          from generate_series(1, 400) as n`),
    () =>
      change(
        sql`update user_admin.organization set settings = settings || '{"waiting_period_threshold": 30}'::jsonb`,
      ),
    () => change(sql`update user_admin.users set role = 300 where user_id = ${memberId}`),
    () => change(sql`update user_admin.users set is_active = false where user_id = ${viewers[2]}`),
    () => change(sql`update user_admin.users set is_active = true where user_id = ${viewers[2]}`),
  ];
  for (const [step, apply] of changes.entries()) {
    await apply();
    const all = await expected();
    expect(await groups(), `after change ${step}`).toEqual(all);
    const request = { includeDeactivated: true, options: undefined };
    const { userGroupsJson } = await env.other.getGroups(request, as(ownerId));
    expect(JSON.parse(userGroupsJson.toString()), `after change ${step}, GET /user_groups`).toEqual(all);
  }
  const { shared: first } = await shared([]);
  expect(first.length).toBeGreaterThan(0);
  const again = await shared(first.map((each) => each.digest));
  expect(again.shared.every((each) => each.text.length === 0)).toBe(true);
});

it('sends only the block of a changed person again, and a large list in several answers', async () => {
  await env.db.execute(sql`
    insert into user_admin.users (delivery_email, delivery_email_key, email, email_key, full_name, role, is_active)
    select 'b' || n || '@blocks.example', 'b' || n || '@blocks.example', 'b' || n || '@blocks.example',
           'b' || n || '@blocks.example', repeat('B', 90) || n, 400, n % 9 <> 0
      from generate_series(1, 30000) as n`);
  const [viewer] = viewers as [number];
  const held = new Map<string, Buffer>();
  const ask = async () => {
    const options = {
      ...registration,
      takesShared: true,
      asksAgain: true,
      heldTexts: Array.from(held.keys(), (digest) => Buffer.from(digest, 'hex')),
    };
    const { shared, isIncomplete } = (await env.client.getInitialState({ options }, as(viewer))).state!;
    const came = shared.filter(({ text }) => text.length > 0);
    for (const { digest, text } of came) held.set(digest.toString('hex'), text);
    return {
      shared,
      isIncomplete,
      bytes: came.reduce((sum, { text }) => sum + text.length, 0),
      came: came.length,
    };
  };
  /**
   * Repeats the request until the answer is complete, like a gateway. Returns the people, the number of answers, and the number
   * and total size of the texts in the answers.
   */
  const register = async () => {
    let [answers, bytes, texts] = [0, 0, 0];
    for (;;) {
      const answer = await ask();
      answers++;
      bytes += answer.bytes;
      texts += answer.came;
      expect(answer.bytes).toBeLessThan(9 * 1024 * 1024);
      if (answer.isIncomplete) continue;
      const people = JSON.parse(joined(answer.shared, held).replace('][', ',')) as Person[];
      return { people, answers, bytes, texts };
    }
  };
  const first = await register();
  expect(first.people).toEqual(await listed(viewer));
  expect(first.answers).toBeGreaterThan(1);
  await changesSettled(env.db, sql`user_admin.people_changes`);
  await env.db.execute(sql`update user_admin.users set full_name = 'Renamed' where user_id = ${viewers[1]}`);
  const second = await register();
  expect(second.people).toEqual(await listed(viewer));
  expect(second.answers).toBe(1);
  // Only the text of active people has changed in the block. The text of deactivated people has not.
  expect(second.texts).toBe(1);
  expect(second.bytes).toBeLessThan(first.bytes / 50);
});
