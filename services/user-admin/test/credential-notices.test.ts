import { createSealer } from '@parley/core';
import { sql } from '@parley/db';
import { UpdateSettingsRequest, UpdateUserRequest } from '@parley/proto/useradmin/v1/people';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { as, type Env, operator, owner, startEnv } from './support.ts';

// Whoever replaces the password or the address of a person, the person is told, and thus notices a stolen account.

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env?.stop());
beforeEach(() => env.db.execute(sql`delete from user_admin.outbox`));

const oldPassword = 'parley-tests-only';
const newPassword = 'quite another one';
const sealer = createSealer(
  { current: 'test-secret-key-of-at-least-32-chars', alsoAccepted: undefined },
  'parley outbox',
);

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await env.db.many<{ sealed: Buffer }>(
    sql`select sealed from user_admin.outbox order by outbox_id`,
  );
  return rows.flatMap(({ sealed }) => JSON.parse(sealer.open(sealed, 0)).mail ?? []);
}

/** Waits for a mail with a link, and returns the token in the link. */
async function mailedToken(page: string): Promise<string> {
  let token: string | undefined;
  await expect
    .poll(async () => {
      const texts = (await mails()).map(({ text }) => text).join('\n');
      token = new RegExp(`/${page}/(\\S+)`).exec(texts)?.[1];
      return token;
    })
    .toBeDefined();
  return token!;
}

const changeSettings = (userId: number, changes: Partial<UpdateSettingsRequest>) =>
  env.client.updateSettings(UpdateSettingsRequest.fromPartial(changes), as(userId));

type Account = { userId: number; email: string };

it.each<[name: string, change: (account: Account) => Promise<unknown>]>([
  ['the person', ({ userId }) => changeSettings(userId, { oldPassword, newPassword })],
  ['an operator', ({ email }) => env.client.setPassword({ email, password: newPassword }, operator())],
  [
    'the holder of a mailed link',
    async ({ email }) => {
      await env.client.requestPasswordReset({ email }, operator());
      const token = await mailedToken('reset-password');
      await env.client.resetPassword({ token, password: newPassword }, operator());
    },
  ],
])('a password that %s replaces is announced to its person', async (name, change) => {
  const local = `password-${name.length}`;
  const userId = await env.account(local);
  const email = `${local}@demo.example`;
  await change({ userId, email });
  const { to, subject, text } = (await mails()).at(-1)!;
  expect([to, subject]).toEqual([email, 'Your password for Demo was changed']);
  expect(text).toContain('http://chat.test:9991/reset-password');
  expect(JSON.stringify(await mails())).not.toContain(newPassword);
});

it('a person replaces the password only with the present one, and nobody else does', async () => {
  const userId = await env.account('guarded');
  const username = 'guarded@demo.example';
  for (const wrong of ['', 'not the present one', newPassword]) {
    await expect(changeSettings(userId, { oldPassword: wrong, newPassword })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Wrong password!',
    });
  }
  expect((await env.client.signIn({ username, password: oldPassword }, operator())).userId).toBe(userId);
  await changeSettings(userId, { oldPassword, newPassword });
  await expect(env.client.signIn({ username, password: oldPassword }, operator())).rejects.toMatchObject({
    code: 'AUTHENTICATION_FAILED',
  });
  expect((await env.client.signIn({ username, password: newPassword }, operator())).userId).toBe(userId);
});

it.each<[name: string, change: (account: Account & { newEmail: string }) => Promise<unknown>]>([
  [
    'the person',
    async ({ userId, newEmail }) => {
      await changeSettings(userId, { email: newEmail });
      await env.client.confirmEmailChange({ token: await mailedToken('confirm-email') }, operator());
    },
  ],
  [
    'an owner',
    async ({ userId, newEmail }) => {
      await env.client.setRights({ email: owner.email, changeUserEmails: true }, operator());
      const user = { user: { $case: 'userId', userId } } as const;
      await env.client.updateUser(UpdateUserRequest.fromPartial({ user, newEmail }), as(env.ownerId));
    },
  ],
])('an address that %s replaces is announced at the previous one', async (name, change) => {
  const local = `address-${name.length}`;
  const userId = await env.account(local);
  const email = `${local}@demo.example`;
  await change({ userId, email, newEmail: `new-${email}` });
  const { to, subject } = (await mails()).at(-1)!;
  expect([to, subject]).toEqual([email, 'Your address for Demo was changed']);
});
