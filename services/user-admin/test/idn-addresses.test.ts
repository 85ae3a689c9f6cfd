import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@parley/db';
import { emailKey } from '@parley/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, operator, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

const create = (email: string) =>
  env.client.createUser(
    { email, password: 'parley-tests-only', fullName: 'Person', role: 0 },
    as(env.ownerId),
  );

const signIn = (username: string) =>
  env.client.fetchApiKey(
    { username, password: 'parley-tests-only' },
    { ...operator(), remoteAddress: '10.0.0.1' },
  );

it('both spellings of a domain sign the same person in, and no second account has either', async () => {
  await create('ann@müller.example');
  await create('bob@xn--mller-kva.example');
  for (const [unicode, punycode] of [
    ['ann@müller.example', 'Ann@XN--MLLER-KVA.example'],
    ['bob@müller.example', 'bob@xn--mller-kva.example'],
  ] as const) {
    expect((await signIn(unicode)).email).toBe((await signIn(punycode)).email);
    await expect(create(unicode)).rejects.toMatchObject({ status: 400 });
    await expect(create(punycode)).rejects.toMatchObject({ status: 400 });
  }
});

it('a migration brings stored keys into the form in which addresses are compared', async () => {
  const addresses = [
    'old@xn--mller-kva.example',
    'old@mail.xn--wgv71a.xn--strae-oqa.example',
    'old@xn--80akhbyknj4f.example',
    'old@xn--ls8h.example',
    'old@xn--.example',
    'old@xn--a-b!.example',
    'old@plain.example',
  ];
  const ids: number[] = [];
  for (const [at, address] of addresses.entries()) {
    const { userId } = await create(`old${at}@plain.example`);
    await env.db.execute(sql`
      update user_admin.users set delivery_email_key = ${address}, email_key = ${address} where user_id = ${userId}`);
    ids.push(userId);
  }
  const [file = ''] = globSync(join(import.meta.dirname, '../src/db/migrations/*-idn-keys.sql'));
  const migrate = async () => {
    await env.db.tx(async (tx) => {
      await tx.execute(sql`set local search_path to user_admin`);
      await tx.execute({ name: '', text: readFileSync(file, 'utf8'), values: [] });
    });
  };
  // The Unicode form of this address belongs to another account, so its key stays.
  const { userId: taken } = await create('taken@plain.example');
  await env.db.execute(sql`
    update user_admin.users set delivery_email_key = 'twin@xn--mller-kva.example' where user_id = ${taken}`);
  await create('twin@müller.example');
  await migrate();
  await migrate();
  const rows = await env.db.many<{ key: string; shown: string }>(sql`
    select delivery_email_key as key, email_key as shown from user_admin.users
     where user_id = any(${[...ids, taken]}::int8[]) order by user_id`);
  const expected = addresses.map(emailKey);
  expect(rows).toEqual([
    ...expected.map((key) => ({ key, shown: key })),
    { key: 'twin@xn--mller-kva.example', shown: 'taken@plain.example' },
  ]);
});
