import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { ZoomToken } from '@parley/proto/useradmin/v1/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, operator, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv({ hasEvents: true });
});
afterAll(() => env.stop());

const tokenOf = (name: string): ZoomToken => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  renewAfter: 1_900_000_000,
});
const connect = (userId: number, token: ZoomToken, isRenewal = false) =>
  env.client.updateZoomToken({ token, isRenewal }, as(userId));
const stored = async (userId: number) => (await env.other.getZoomToken({}, as(userId))).token;

/** Returns the values of the `has_zoom_token` events since the last call. */
async function announced(): Promise<unknown[]> {
  return (await env.events())
    .flatMap(({ deliveries }) => deliveries)
    .map(({ json }) => JSON.parse(Buffer.from(json).toString()))
    .filter(({ type }) => type === 'has_zoom_token')
    .map(({ value }) => value);
}

/** Returns the value of `has_zoom_token` in the register response (`POST /register`). */
async function registered(userId: number): Promise<unknown> {
  const options = InitialStateOptions.fromPartial({ fetchEventTypes: ['video_calls'] });
  const { state } = await env.client.getInitialState({ options }, as(userId));
  return JSON.parse(Buffer.from(state!.fieldsJson).toString()).has_zoom_token;
}

it('stores a token of each person, encrypted, and announces that an account is connected, but not renewals of the token', async () => {
  const [anna, ben] = [await env.account('anna'), await env.account('ben')];
  await announced();
  expect([await stored(anna), await registered(anna)]).toEqual([undefined, false]);
  await connect(anna, tokenOf('1'));
  await connect(anna, tokenOf('2'), true);
  expect(await announced()).toEqual([true]);
  expect([await stored(anna), await registered(anna)]).toEqual([tokenOf('2'), true]);
  expect([await stored(ben), await registered(ben)]).toEqual([undefined, false]);
  const { sealed } = await env.db.one<{ sealed: Buffer }>(
    sql`select token_sealed as sealed from user_admin.zoom_tokens`,
  );
  expect(sealed.toString('latin1')).not.toContain('access');
  // A client that connects an account waits for the event, even if another account was already connected.
  await connect(anna, tokenOf('3'));
  expect(await announced()).toEqual([true]);
});

it('deletes a token unless it has been replaced', async () => {
  const person = await env.account('carla');
  await connect(person, tokenOf('1'));
  await connect(person, tokenOf('2'), true);
  await announced();
  await env.client.deleteZoomToken({ refreshToken: 'refresh-1' }, as(person));
  expect([await stored(person), await announced()]).toEqual([tokenOf('2'), []]);
  await env.client.deleteZoomToken({ refreshToken: 'refresh-2' }, as(person));
  expect([await stored(person), await announced()]).toEqual([undefined, [false]]);
  // A renewal that began before the deletion connects the account again.
  await connect(person, tokenOf('3'), true);
  expect(await announced()).toEqual([true]);
});

it('treats a token that it cannot decrypt as absent', async () => {
  const person = await env.account('dora');
  await connect(person, tokenOf('1'));
  await env.db.execute(
    sql`update user_admin.zoom_tokens set token_sealed = '\\x01' where user_id = ${person}`,
  );
  expect(await stored(person)).toBe(undefined);
  await connect(person, tokenOf('2'));
  expect(await stored(person)).toEqual(tokenOf('2'));
});

it('refuses a caller without an account', async () => {
  await expect(env.client.getZoomToken({}, operator())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
