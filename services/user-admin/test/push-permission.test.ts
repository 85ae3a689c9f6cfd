import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrganization } from '../src/kernel/db/organization.ts';
import { realmFields } from '../src/organization/domain/realm-fields.ts';
import { as, type Env, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv({ hasEvents: true });
});
afterAll(() => env.stop());

const configured = {
  publicUrl: 'http://chat.test',
  host: 'chat.test',
  isDevelopment: false,
  signInMethods: { password: true, ldap: false, providers: [] },
  ownerFullContentAccess: false,
  webPushPublicKey: '',
  reachesPhones: true,
};

/**
 * Returns the fields about push notifications in the register response (`POST /register`), with and without a configured push
 * service.
 */
const announced = () =>
  Promise.all(
    [true, false].map(async (reachesPhones) => {
      const fields = realmFields(await readOrganization(env.serviceDb, { ...configured, reachesPhones }));
      return [fields.realm_push_notifications_enabled, fields.realm_push_notifications_enabled_end_timestamp];
    }),
  );

/** Returns the properties of the organization in `realm` events since the last call. */
async function changes(): Promise<unknown[]> {
  const all = (await env.events()).flatMap(({ deliveries }) => deliveries);
  return all
    .map(({ json }) => JSON.parse(Buffer.from(json).toString()))
    .filter(({ type }) => type === 'realm')
    .map(({ property, value }) => [property, value]);
}

it('announces what the forwarding service permits, unless no push service is configured', async () => {
  const set = (canPush: boolean, endsAt?: number) =>
    env.client.setPushPermission({ canPush, ...(endsAt !== undefined && { endsAt }) }, testCall());
  expect(await announced()).toEqual([
    [true, null],
    [false, null],
  ]);
  await changes();
  await set(true, 1_900_000_000);
  await set(true, 1_900_000_000);
  // No push service is configured for this server, so the events say that there are no push notifications.
  expect(await changes()).toEqual([
    ['push_notifications_enabled', false],
    ['push_notifications_enabled_end_timestamp', null],
  ]);
  expect(await announced()).toEqual([
    [true, 1_900_000_000],
    [false, null],
  ]);
  await set(false);
  expect(await announced()).toEqual([
    [false, null],
    [false, null],
  ]);
  const member = await env.account('member');
  await expect(env.client.setPushPermission({ canPush: true }, as(member))).rejects.toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  });
});
