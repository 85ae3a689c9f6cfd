import { createSealer } from '@parley/core';
import { sql } from '@parley/db';
import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { testCall } from '@parley/rpc/testing';
import { toSettingValues } from '@parley/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());
beforeEach(() => env.db.execute(sql`delete from user_admin.outbox`));

const password = 'parley-tests-only';
const sealer = createSealer(
  { current: 'test-secret-key-of-at-least-32-chars', alsoAccepted: undefined },
  'parley outbox',
);

/** Creates an account that is an hour old and has signed in before. */
async function account(name: string): Promise<{ userId: number; username: string }> {
  const userId = await env.account(name);
  await env.db.execute(sql`
    update user_admin.users set joined_at = now() - interval '1 hour', awaits_sign_in = false where user_id = ${userId}`);
  return { userId, username: `${name}@demo.example` };
}

const signIn = (username: string) =>
  env.client.signIn(
    { username, password },
    { ...testCall(), clientName: 'website', remoteAddress: '192.0.2.7' },
  );

/** Returns the mails about sign-ins to an address that are in the outbox. */
async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const rows = await env.db.many<{ sealed: Buffer }>(
    sql`select sealed from user_admin.outbox order by outbox_id`,
  );
  const all = rows.map(({ sealed }) => JSON.parse(sealer.open(sealed, 0)));
  return all.flatMap(({ mail }) =>
    mail?.to === address && mail.subject.startsWith('New sign-in') ? [mail] : [],
  );
}

describe('a notice of a new sign-in', () => {
  it('contains the time, the client and the address of the sign-in, and what to do about it', async () => {
    const { username } = await account('ann');
    await signIn(username);
    await env.client.fetchApiKey({ username, password }, testCall());
    const [browser, program] = await mailsTo(username);
    expect(browser!.subject).toBe('New sign-in to your account in Demo');
    expect(browser!.text).toMatch(/Time: .* GMT\nProgram: website\nNetwork address: 192\.0\.2\.7\n/);
    expect(browser!.text).toContain('http://chat.test:9991/reset-password');
    expect(program!.text).toContain('Program: internal\n');
  });

  it('names the browser and its system, and so does the list of sessions, each in the language of the reader', async () => {
    const { userId, username } = await account('eve');
    const via = (program: string) =>
      env.client.signIn(
        { username, password },
        { ...testCall(), clientName: 'ParleyWeb', program, remoteAddress: '192.0.2.7' },
      );
    await via('Firefox on Windows');
    await env.client.updateSettings(
      UpdateSettingsRequest.fromPartial({ settings: toSettingValues({ default_language: 'de' }) }),
      as(userId),
    );
    await via('Parley desktop app on macOS');
    const rows = await env.db.many<{ sealed: Buffer }>(
      sql`select sealed from user_admin.outbox order by outbox_id`,
    );
    const mails = rows.map(({ sealed }) => JSON.parse(sealer.open(sealed, 0)).mail);
    const texts = mails.flatMap((mail) => (mail?.text.includes('192.0.2.7') ? [mail.text] : []));
    expect(texts).toEqual([
      expect.stringContaining('Program: Firefox on Windows\n'),
      expect.stringContaining('Programm: Desktop-App von Parley auf macOS\n'),
    ]);
    const sessions = await env.db.many(
      sql`select client from user_admin.sessions where user_id = ${userId} order by session_id`,
    );
    expect(sessions).toEqual([{ client: 'Firefox on Windows' }, { client: 'Parley desktop app on macOS' }]);
  });

  it('is not mailed to people who turned it off, and at most three times in half an hour', async () => {
    const { username } = await account('bob');
    for (let at = 0; at < 5; at++) await signIn(username);
    expect(await mailsTo(username)).toHaveLength(3);
    const off = await account('cid');
    await env.client.updateSettings(
      UpdateSettingsRequest.fromPartial({ settings: toSettingValues({ enable_login_emails: false }) }),
      as(off.userId),
    );
    await signIn(off.username);
    expect(await mailsTo(off.username)).toEqual([]);
  });

  it('is not mailed for a first sign-in, a new account, or a wrong password', async () => {
    const userId = await env.account('new');
    await signIn('new@demo.example');
    await env.db.execute(sql`
      update user_admin.users set joined_at = now() - interval '1 hour', awaits_sign_in = true where user_id = ${userId}`);
    await signIn('new@demo.example');
    const { username } = await account('dan');
    await expect(env.client.signIn({ username, password: 'wrong' }, testCall())).rejects.toThrow();
    expect(await mailsTo('new@demo.example')).toEqual([]);
    expect(await mailsTo(username)).toEqual([]);
  });
});
