import type { Db } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetPassword } from '../src/access/rpc/passwords/reset-password.ts';
import { createDbScope } from '../src/kernel/scope.ts';
import type { Ctx } from '../src/scim/context.ts';
import { type Env, operator, startEnv } from './support.ts';

let env: Env;
beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

it('refuses an invalid link without computing a password hash', async () => {
  let hashes = 0;
  const db: Db = env.serviceDb;
  const ctx = {
    db,
    config: { signInMethods: { password: true, ldap: false, providers: [] } },
    writeGuard: { check: () => undefined },
    passwords: {
      hashNew: async () => {
        hashes++;
        return '';
      },
    },
  } as unknown as Ctx;
  const request = { token: 'a'.repeat(40), password: 'a good password, never used' };
  await expect(resetPassword(ctx, request, createDbScope(ctx, operator()))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The link is not valid any more. Please ask for a new one.',
  });
  expect(hashes).toBe(0);
});
