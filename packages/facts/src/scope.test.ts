import { errors } from '@parley/core';
import { Channel, Group, User } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import { SYSTEM_GROUP_RULES, type UserId } from '@parley/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { retryOnConflict } from './retry-on-conflict.ts';
import { createScope, type Scope } from './scope.ts';
import { createTestFactCache, type TestLookup } from './testing.ts';

const groups = new Map(
  SYSTEM_GROUP_RULES.map((rule, index) => [index + 1, Group.fromPartial({ groupId: index + 1, rule })]),
);
const idOfRule = (rule: (typeof SYSTEM_GROUP_RULES)[number]) => SYSTEM_GROUP_RULES.indexOf(rule) + 1;

const users = new Map<UserId, User>();
const settings: Record<string, unknown> = {};
let lookups: TestLookup[];
let scope: Scope;

const asked = () => lookups.splice(0).map(({ what, isConfirmed }) => (isConfirmed ? `${what}!` : what));
const scopeOf = (userId: UserId) =>
  createScope(
    createTestFactCache(
      { users, groups, settings, channels: new Map([[5, Channel.fromPartial({ name: 'General' })]]) },
      lookups,
    ),
    backgroundCall({ principal: { userId } }),
  );

beforeEach(() => {
  users.clear();
  for (const name of Object.keys(settings)) delete settings[name];
  const person = (userId: UserId, more: Partial<User> = {}) =>
    users.set(
      userId,
      User.fromPartial({ userId, email: `${userId}@x.example`, role: 400, isActive: true, ...more }),
    );
  person(1);
  person(2);
  person(3, { role: 600 });
  person(4, { isActive: false });
  lookups = [];
  scope = scopeOf(1);
});

describe('a scope', () => {
  it('looks every fact up once', async () => {
    await Promise.all([scope.caller(), scope.users.get(1), scope.settings(), scope.settings()]);
    expect(asked()).toEqual(['user 1', 'organization']);
    expect([...(await scope.users.many([1, 2, 9, 2])).keys()]).toEqual([1, 2]);
    expect([...(await scope.users.many([2, 9, 3])).keys()]).toEqual([2, 3]);
    await scope.users.get(3);
    expect(asked()).toEqual(['users 2,9', 'users 3']);
    await Promise.all([scope.subscriptions(1), scope.subscriptions(1), scope.topicPolicy(1, 5, 'a')]);
    await scope.topicPolicy(1, 5, 'b');
    expect(asked()).toEqual(['subscriptions 1', 'topics 1']);
    await scope.users.byEmail('1@X.example');
    const found = await scope.users.manyByEmail(['1@x.example', '2@x.example']);
    expect([...found.keys()]).toEqual(['1@x.example', '2@x.example']);
    expect(asked()).toEqual(['emails 1@x.example', 'emails 2@x.example']);
    await scope.channels.byName('GENERAL');
    await scope.channels.byName('general');
    expect(asked()).toEqual(['channel GENERAL']);
  });

  it('looks the groups and the settings up once, however many rights are decided', async () => {
    const [member, guest] = [users.get(2)!, users.get(3)!];
    const onlyGuest = { direct_members: [3], direct_subgroups: [] };
    Object.assign(settings, { can_delete_any_message_group: onlyGuest, can_invite_users_group: onlyGuest });
    expect(
      await Promise.all([
        scope.holds('can_create_public_channel_group', member),
        scope.holds('can_create_public_channel_group', guest),
        scope.holds('can_delete_any_message_group', guest),
        scope.holds('can_delete_any_message_group', member),
        // No guest has a permission that cannot be given to everyone.
        scope.holds('can_invite_users_group', guest),
        scope.groups.isMember(idOfRule('role:everyone'), guest),
        scope.areGuestsLimited(),
      ]),
    ).toEqual([true, false, true, false, false, true, false]);
    expect(await scope.groups.system('role:owners')).toMatchObject({ groupId: idOfRule('role:owners') });
    expect(asked().toSorted()).toEqual(['groups', 'organization']);
    settings.can_access_all_users_group = idOfRule('role:members');
    expect(await scopeOf(1).areGuestsLimited()).toBe(true);
  });

  it('shares nothing with the scope of another request', async () => {
    await scope.users.get(2);
    users.set(2, { ...users.get(2)!, fullName: 'Renamed' });
    expect((await scope.users.get(2))!.fullName).toBe('');
    expect((await scopeOf(1).users.get(2))!.fullName).toBe('Renamed');
  });

  it('shares facts with work that has an earlier deadline, and no deadline is later than that of the request', async () => {
    await scope.users.get(2);
    asked();
    const limited = scope.within(100);
    await limited.users.get(2);
    expect(asked()).toEqual([]);
    expect(limited.call.deadline).toBeLessThan(scope.call.deadline);
    expect(scope.within(1_000_000).call.deadline).toBe(scope.call.deadline);
  });

  it('aborts its signal at its own deadline, and when the request is aborted', async () => {
    const aborter = new AbortController();
    const request = createScope(
      createTestFactCache({ users, groups, settings }),
      backgroundCall({ signal: aborter.signal }),
    );
    const short = request.within(20).call.signal;
    if (!short.aborted) await new Promise((resolve) => short.addEventListener('abort', resolve));
    expect(short.aborted).toBe(true);
    expect(request.call.signal.aborted).toBe(false);
    const long = request.within(60_000).call.signal;
    expect(long.aborted).toBe(false);
    aborter.abort();
    expect(long.aborted).toBe(true);
  });

  it('retries a lookup that failed', async () => {
    const factCache = createTestFactCache({ users, groups, settings });
    const { get } = factCache.users;
    factCache.users.get = () => Promise.reject(errors.unavailable());
    const failing = createScope(factCache, backgroundCall());
    await expect(failing.users.get(1)).rejects.toThrow();
    factCache.users.get = get;
    expect(await failing.users.get(1)).toMatchObject({ userId: 1 });
  });

  it('has no caller without credentials, an account, or an active account', async () => {
    const noOne = createScope(createTestFactCache({ users, groups, settings }), backgroundCall());
    await expect(noOne.caller()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(scopeOf(99).caller()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(scopeOf(4).caller()).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });
});

describe('a confirmed decision', () => {
  const decide = async (deciding: Scope) => {
    const caller = await deciding.caller();
    if (caller.role > 200) throw errors.notPermitted();
    return caller.role;
  };

  it('asks no owning service when it permits', async () => {
    users.set(1, { ...users.get(1)!, role: 200 });
    expect(await scope.confirmed(decide)).toBe(200);
    expect(asked()).toEqual(['user 1']);
  });

  it('asks the owning services before it refuses, and uses their answers for the rest of the request', async () => {
    await scope.caller();
    users.set(1, { ...users.get(1)!, role: 100 });
    expect(await scope.confirmed(decide)).toBe(100);
    expect((await scope.caller()).role).toBe(100);
    expect(asked()).toEqual(['user 1', 'user 1!']);
  });

  it('refuses when the owning services confirm the refusal, after asking them once', async () => {
    await expect(scope.confirmed(decide)).rejects.toMatchObject({
      message: 'Insufficient permission',
    });
    expect(asked()).toEqual(['user 1', 'user 1!']);
  });

  it('is not repeated after a failure', async () => {
    let runs = 0;
    const failing = scope.confirmed(async () => {
      runs++;
      throw errors.unavailable();
    });
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(runs).toBe(1);
  });
});

describe('a write that meets a conflict', () => {
  it('is decided again with the answers of the owning services', async () => {
    let conflicts = 0;
    const done = await retryOnConflict(
      scope,
      async (current) => {
        await current.caller();
        return conflicts < 2 ? undefined : 'done';
      },
      { onConflict: () => conflicts++ },
    );
    expect([done, asked()]).toEqual(['done', ['user 1', 'user 1!', 'user 1!']]);
  });

  it('fails after the maximum number of attempts, and immediately when it is refused', async () => {
    let attempts = 0;
    const conflicting = retryOnConflict(scope, async () => void attempts++, { maxAttempts: 3 });
    await expect(conflicting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(attempts).toBe(3);
    await expect(retryOnConflict(scope, () => Promise.reject(errors.notPermitted()))).rejects.toMatchObject({
      message: 'Insufficient permission',
    });
  });
});
