import { sql } from '@parley/db';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, operator, startEnv } from './support.ts';

// Tests that at least one owner remains when owners concurrently demote and deactivate each other and themselves through two
// replicas.

let env: Env;
let owners: number[];

beforeAll(async () => {
  env = await startEnv();
  const created = await Promise.all(
    ['second', 'third'].map((name) =>
      env.client.createUser(
        { email: `${name}@demo.example`, password: 'parley-tests-only', fullName: name, role: 100 },
        operator(),
      ),
    ),
  );
  owners = [env.ownerId, ...created.map(({ userId }) => userId)];
});
afterAll(() => env.stop());

type Move = { by: number; whom: number; kind: 'demote' | 'deactivate' | 'leave'; replica: number };

function make({ by, whom, kind, replica }: Move): Promise<unknown> {
  const client = [env.client, env.other][replica]!;
  const call = as(owners[by]!);
  const user = { user: { $case: 'userId' as const, userId: owners[whom]! } };
  if (kind === 'leave')
    return client.deactivateUser(
      { user: undefined, comment: '', mustBeBot: false, actions: undefined },
      call,
    );
  if (kind === 'deactivate')
    return client.deactivateUser({ user, comment: '', mustBeBot: false, actions: undefined }, call);
  return client.updateUser(
    { user, role: 400, fullName: undefined, newEmail: undefined, profileData: [] },
    call,
  );
}

it('keeps at least one owner under concurrent changes', async () => {
  const index = fc.nat({ max: 2 });
  const move = fc.record<Move>({
    by: index,
    whom: index,
    kind: fc.constantFrom('demote', 'deactivate', 'leave'),
    replica: fc.nat({ max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 8 }), async (moves) => {
      await env.db.execute(
        sql`update user_admin.users set role = 100, is_active = true where user_id = any(${owners}::int8[])`,
      );
      const outcomes = await Promise.allSettled(moves.map(make));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'ParleyError' });
      }
      const { count } = await env.db.one<{ count: number }>(sql`
        select count(*) as count from user_admin.users where role = 100 and is_active`);
      expect(count).toBeGreaterThanOrEqual(1);
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            { by: 0, whom: 1, kind: 'demote', replica: 0 },
            { by: 1, whom: 0, kind: 'demote', replica: 1 },
            { by: 2, whom: 2, kind: 'leave', replica: 0 },
          ],
        ],
      ],
    },
  );
});
