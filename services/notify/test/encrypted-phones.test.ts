import { createHash } from 'node:crypto';
import { PhoneService } from '@parley/proto/notify/v1/notify';
import {
  createBoxKeys,
  openSealedBox,
  openSecretBox,
  startFcm,
  startPushForwarder,
  type TestPushForwarder,
} from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { withdrawFromReaders } from '../src/db/phone-pushes.ts';
import { addClientDevice } from '../src/rpc/add-client-device.ts';
import { registerPhone } from '../src/rpc/register-phone.ts';
import { testPhones } from '../src/rpc/test-phones.ts';
import { registerPhones } from '../src/workers/register-phones.ts';
import {
  addAndroid,
  addApple,
  initialState,
  keep,
  push,
  scopeOf,
  start,
  states,
  stops,
} from './phones-support.ts';
import type { TestNotify } from './support.ts';

describe('a phone with encrypted messages', () => {
  const secret = Buffer.alloc(32, 7);
  const pushKey = Buffer.concat([Buffer.of(0x31), secret]).toString('base64');

  async function addDevice(env: TestNotify, forwarder: TestPushForwarder, token: string, keyId = 5) {
    const { deviceId } = await addClientDevice(env.ctx, {}, scopeOf(env, 1));
    const { token_id: tokenId, ...registration } = forwarder.registrationOf(token, 'fcm');
    const request = {
      phone: { $case: 'deviceId' as const, deviceId },
      key: { keyId, key: pushKey, isPublicKey: false },
      token: {
        service: PhoneService.FCM,
        tokenId,
        forwarderPublicKey: registration.bouncer_public_key,
        encryptedRegistration: registration.encrypted_push_registration,
      },
    };
    return { deviceId, request };
  }

  it('is registered as a device, decrypts messages and removals, and can replace its key', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    const { deviceId, request } = await addDevice(env, forwarder, 'phone-1');
    await registerPhone(env.ctx, request, scopeOf(env, 1));
    expect((await initialState(env, 1)).devices[deviceId]).toMatchObject({
      push_key_id: 5,
      push_token_id: null,
      pending_push_token_id: request.token.tokenId,
    });
    await registerPhones(env.ctx);
    const registered = { push_token_id: request.token.tokenId, pending_push_token_id: null };
    expect((await initialState(env, 1)).devices[deviceId]).toMatchObject(registered);
    await registerPhone(env.ctx, request, scopeOf(env, 1));
    await registerPhones(env.ctx);
    expect(forwarder.paths).toEqual(['e2ee/register']);
    await env.missPush(1, 101);
    await push(env);
    const [sent] = forwarder.received;
    expect(sent).toMatchObject({
      token: 'phone-1',
      payload: { fcm_priority: 'high', payload: { push_key_id: 5 } },
    });
    expect(JSON.parse(openSecretBox(sent!.payload.payload.encrypted_data, secret))).toEqual({
      type: 'message',
      message_id: 101,
      realm_url: 'https://chat.example',
      realm_name: 'Test',
      user_id: 1,
      sender_id: 20,
      sender_full_name: 'P20',
      sender_avatar_url: 'https://chat.example/user_avatars/generated/8-P.png',
      recipient_type: 'direct',
      recipient_user_ids: [1, 20],
      time: 0,
      content: 'message 101 to 1',
    });
    const newSecret = Buffer.alloc(32, 8);
    const key = {
      keyId: 6,
      key: Buffer.concat([Buffer.of(0x31), newSecret]).toString('base64'),
      isPublicKey: false,
    };
    await registerPhone(env.ctx, { phone: request.phone, key }, scopeOf(env, 1));
    await withdrawFromReaders(env.db, [{ userId: 1, messageIds: [101] }]);
    await push(env);
    const removal = forwarder.received[1]!.payload;
    expect(removal).toMatchObject({ fcm_priority: 'normal', payload: { push_key_id: 6 } });
    expect(JSON.parse(openSecretBox(removal.payload.encrypted_data, newSecret))).toMatchObject({
      type: 'remove',
      message_ids: [101],
    });
  });

  it('is registered with an ID of its app and a public key, or refused with the code of the service', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    const keys = createBoxKeys();
    const register = (accountId: number, sentAt?: number) => {
      const { bouncer_public_key, encrypted_push_registration } = forwarder.registrationOf(
        'phone-1',
        'apns',
        sentAt,
      );
      const request = {
        phone: { $case: 'accountId' as const, accountId },
        key: { key: keys.publicKey.toString('base64'), isPublicKey: true },
        token: {
          service: PhoneService.APNS,
          tokenId: '',
          forwarderPublicKey: bouncer_public_key,
          encryptedRegistration: encrypted_push_registration,
        },
      };
      return registerPhone(env.ctx, request, scopeOf(env, 1));
    };
    await register(7);
    await register(8, Math.floor(Date.now() / 1000) - 90_000);
    expect((await initialState(env, 1)).push_devices['7']).toEqual({ status: 'pending', error_code: null });
    await registerPhones(env.ctx);
    expect((await initialState(env, 1)).push_devices).toEqual({
      7: { status: 'active', error_code: null },
      8: { status: 'failed', error_code: 'REQUEST_EXPIRED' },
    });
    await env.missPush(1, 101);
    await push(env);
    expect(forwarder.received).toHaveLength(1);
    const { payload } = forwarder.received[0]!;
    expect(payload).toMatchObject({
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
      payload: { push_account_id: 7, aps: { 'mutable-content': 1 } },
    });
    const text = openSealedBox(payload.payload.encrypted_data, keys);
    expect(JSON.parse(text)).toMatchObject({ type: 'message', message_id: 101 });
  });

  it('needs the forwarding service and valid keys, and belongs to the person who registered it', async () => {
    const without = await start({});
    const forwarder = await keep(startPushForwarder());
    const { request: refused } = await addDevice(without, forwarder, 'phone-1');
    await expect(registerPhone(without.ctx, refused, scopeOf(without, 1))).rejects.toMatchObject({
      code: 'PUSH_SERVICE_NOT_CONFIGURED',
    });
    const env = await start({ forwarder });
    const { request } = await addDevice(env, forwarder, 'phone-1');
    const changed = [
      { key: { ...request.key, key: secret.toString('base64') } },
      { key: { ...request.key, keyId: -1 } },
      { token: { ...request.token, tokenId: 'AAAA' } },
      { key: undefined, token: undefined },
      { token: undefined },
    ];
    for (const change of changed)
      await expect(registerPhone(env.ctx, { ...request, ...change }, scopeOf(env, 1))).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    await expect(registerPhone(env.ctx, request, scopeOf(env, 2))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('loses its token when the forwarding service no longer knows the phone', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    const { deviceId, request } = await addDevice(env, forwarder, 'phone-1');
    await registerPhone(env.ctx, request, scopeOf(env, 1));
    await registerPhones(env.ctx);
    forwarder.forget('phone-1');
    await env.missPush(1, 101);
    await push(env);
    expect((await initialState(env, 1)).devices[deviceId]).toMatchObject({
      push_key_id: 5,
      push_token_id: null,
    });
    expect(await states(env)).toEqual([]);
  });
});

describe('a test notification', () => {
  const all = { $case: 'allTokens' as const, allTokens: true };
  const test = (env: TestNotify, which: NonNullable<Parameters<typeof testPhones>[1]['phones']>) =>
    testPhones(env.ctx, { phones: which }, scopeOf(env, 1));

  it('reaches all phones of the caller or one, and reports errors', async () => {
    const [fcm, forwarder] = [await keep(startFcm()), await keep(startPushForwarder())];
    const env = await start({ fcm, forwarder });
    await expect(test(env, all)).rejects.toMatchObject({ code: 'INVALID_PUSH_DEVICE_TOKEN' });
    await addAndroid(env, 1, 'phone-1');
    await addAndroid(env, 1, 'phone-2');
    await addAndroid(env, 2, 'phone-3');
    await test(env, all);
    expect(fcm.received.map(({ token, data }) => [token, data.event]).sort()).toEqual([
      ['phone-1', 'test'],
      ['phone-2', 'test'],
    ]);
    await test(env, { $case: 'token', token: 'phone-2' });
    expect(fcm.received).toHaveLength(3);
    await expect(test(env, { $case: 'token', token: 'phone-3' })).rejects.toMatchObject({
      code: 'INVALID_PUSH_DEVICE_TOKEN',
    });
    await addApple(env, 1, 'aabb', 'org.vendor.app');
    await expect(test(env, { $case: 'token', token: 'AABB' })).rejects.toMatchObject({
      code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    });
    await registerPhones(env.ctx);
    await test(env, { $case: 'token', token: 'AABB' });
    expect(forwarder.received).toMatchObject([{ token: 'aabb', payload: { event: 'test' } }]);
  });

  it('of an encrypted phone fails with the error that its app knows', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    const encrypted = { $case: 'allEncrypted' as const, allEncrypted: true };
    await expect(test(env, encrypted)).rejects.toMatchObject({ code: 'NO_ACTIVE_PUSH_DEVICE' });
    const tokenId = createHash('sha256').update('phone-1').digest().subarray(0, 8).toString('base64');
    const registration = forwarder.registrationOf('phone-1', 'fcm');
    const phone = { $case: 'accountId' as const, accountId: 9 };
    const key = { key: Buffer.alloc(33, 0x31).toString('base64'), isPublicKey: false };
    const token = {
      service: PhoneService.FCM,
      tokenId,
      forwarderPublicKey: registration.bouncer_public_key,
      encryptedRegistration: registration.encrypted_push_registration,
    };
    await registerPhone(env.ctx, { phone, key, token }, scopeOf(env, 1));
    await registerPhones(env.ctx);
    await test(env, encrypted);
    const text = openSecretBox(forwarder.received[0]!.payload.payload.encrypted_data, Buffer.alloc(32, 0x31));
    expect(JSON.parse(text)).toMatchObject({ type: 'test', realm_name: 'Test', user_id: 1 });
    for (const [answer, code, status] of [
      [{ status: 500 }, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 502],
      [{ status: 401, code: 'INVALID_ZULIP_SERVER' }, 'ADMIN_ACTION_REQUIRED', 403],
    ] as const) {
      forwarder.answers.push(answer);
      await expect(test(env, phone)).rejects.toMatchObject({ code, status });
    }
    await stops.splice(stops.indexOf(forwarder), 1)[0]![Symbol.asyncDispose]();
    await expect(test(env, phone)).rejects.toMatchObject({ code: 'FAILED_TO_CONNECT_BOUNCER', status: 502 });
  });
});
