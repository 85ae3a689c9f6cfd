import { sql } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

// Tests that concurrent requests of a person cannot exceed the maximum numbers of bots and links.

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

const many = 1_000;
const parallel = [0, 1, 2, 3, 4, 5];
const refused = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));

it('limits bots, deactivated ones included', async () => {
  await env.db.execute(sql`
    insert into user_admin.users (delivery_email, delivery_email_key, email, email_key, full_name, role, is_active, bot_type,
      bot_owner_id)
    select name, name, name, name, name, 400, n % 2 = 0, 1, ${env.ownerId}
      from generate_series(3, ${many}::int) n, lateral (select 'many-' || n || '@demo.example') as named (name)`);
  const addBot = (n: number) =>
    (n % 2 ? env.client : env.other).addBot(
      { fullName: `Last ${n}`, shortName: `last-${n}`, botType: 1 },
      as(env.ownerId),
    );
  const reasons = refused(await Promise.allSettled(parallel.map(addBot)));
  expect(reasons).toHaveLength(parallel.length - 2);
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'BAD_REQUEST' });
});

it('limits reusable links', async () => {
  await env.db.execute(sql`
    insert into user_admin.invitations (token_sha256, invited_by, role)
    select sha256(n::text::bytea), ${env.ownerId}, 400 from generate_series(3, ${many}::int) n`);
  const terms = {
    inviteAs: 400,
    expiresInMinutes: 0,
    neverExpires: true,
    channelIds: [],
    groupIds: [],
    includeDefaultChannels: false,
    welcomeText: undefined,
  };
  const create = (n: number) =>
    (n % 2 ? env.client : env.other).createInvitationLink({ terms }, as(env.ownerId));
  const reasons = refused(await Promise.allSettled(parallel.map(create)));
  expect(reasons).toHaveLength(parallel.length - 2);
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'BAD_REQUEST' });
});
