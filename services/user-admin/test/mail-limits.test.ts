import { sql } from '@parley/db';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Env, operator, startEnv } from './support.ts';

// Tests the limit on mails that one client causes without credentials. It is needed because anyone can request a mail to any
// address.

let env: Env;

beforeAll(async () => {
  env = await startEnv();
  await env.db.execute(
    sql`update user_admin.organization set settings = settings || '{"invite_required": false}'`,
  );
});
afterAll(() => env.stop());
beforeEach(() => env.db.execute(sql`delete from user_admin.failed_sign_ins`));

const from = (remoteAddress: string) => ({ ...testCall(), remoteAddress });
const limited = { code: 'RATE_LIMIT_HIT', status: 429 };
const allowed = 30;

describe('mails that clients request without credentials', () => {
  it('to confirm addresses are limited by client, whatever the addresses', async () => {
    const confirm = (n: number, remoteAddress: string) =>
      env.client.confirmAddress({ token: '', email: `stranger${n}@mail.example` }, from(remoteAddress));
    for (let n = 0; n < allowed; n++) await confirm(n, '203.0.113.7');
    await expect(confirm(allowed, '203.0.113.7')).rejects.toMatchObject(limited);
    await confirm(allowed, '203.0.113.8');
    const mailed = await env.db.one<{ n: number }>(
      sql`select count(*) as n from user_admin.invitations where email_key like 'stranger%'`,
    );
    expect(mailed.n).toBe(allowed + 1);
  });

  it('for new passwords share this limit, and count by IPv6 network', async () => {
    const reset = (n: number, remoteAddress: string) =>
      env.client.requestPasswordReset({ email: `stranger${n}@mail.example` }, from(remoteAddress));
    for (let n = 0; n < allowed; n++) await reset(n, `2001:db8::${n + 1}`);
    await expect(reset(0, '2001:db8::ffff')).rejects.toMatchObject(limited);
    const confirming = env.client.confirmAddress(
      { token: '', email: 'other@mail.example' },
      from('2001:db8::1'),
    );
    await expect(confirming).rejects.toMatchObject(limited);
    await reset(0, '2001:db8:0:1::1');
  });

  it('are not limited for operators, whose requests have no address', async () => {
    for (let n = 0; n <= allowed; n++) {
      await env.client.requestPasswordReset({ email: `stranger${n}@mail.example` }, operator());
    }
  });
});
