import { sql } from '@parley/db';
import { PhoneService } from '@parley/proto/notify/v1/notify';
import { startApns, startFcm, startPushForwarder } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { withdrawFromAll, withdrawFromReaders } from '../src/db/phone-pushes.ts';
import { removePhoneToken } from '../src/rpc/remove-phone-token.ts';
import { testPhones } from '../src/rpc/test-phones.ts';
import { pushToPhones } from '../src/workers/push-phones.ts';
import { registerPhones } from '../src/workers/register-phones.ts';
import { addAndroid, addApple, keep, phones, push, scopeOf, start, states } from './phones-support.ts';

describe('a phone with Android', () => {
  it('gets a message with the fields that its app reads, all as strings', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101);
    await push(env);
    expect(fcm.received).toEqual([
      {
        token: 'phone-1',
        android: { priority: 'HIGH', ttl: expect.stringMatching(/^\d+s$/) },
        data: {
          event: 'message',
          server: 'chat.example',
          realm_id: '1',
          realm_uri: 'https://chat.example',
          realm_url: 'https://chat.example',
          realm_name: 'Test',
          user_id: '1',
          sender_id: '20',
          sender_email: 'user20@chat.example',
          sender_full_name: 'P20',
          sender_avatar_url: 'https://chat.example/user_avatars/generated/8-P.png',
          recipient_type: 'private',
          zulip_message_id: '101',
          time: '0',
          content: 'message 101 to 1',
        },
      },
    ]);
    expect((await states(env)).map(({ state }) => state)).toEqual(['shown']);
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 1 });
  });

  it('uses one access token for many messages, and another one when the service refuses it', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101, 102, 103);
    await push(env);
    expect([fcm.received.length, fcm.accessTokens]).toEqual([3, 1]);
    fcm.expireAccess();
    await env.missPush(1, 104);
    await push(env);
    expect([fcm.received.length, fcm.accessTokens]).toEqual([4, 2]);
  });

  it('is forgotten when the service no longer knows it', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await addAndroid(env, 1, 'phone-2');
    fcm.dead.add('phone-1');
    await env.missPush(1, 101, 102);
    await push(env);
    expect(await phones(env)).toEqual(['phone-2']);
    expect(fcm.received.map(({ token }) => token)).toEqual(['phone-2', 'phone-2']);
    expect((await states(env)).map(({ state }) => state)).toEqual(['shown', 'shown']);
  });

  it('gets the message later when the service is busy, after a growing delay or after the requested time', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101);
    const delays: number[] = [];
    for (const answer of [
      { status: 503 },
      { status: 429, code: 'QUOTA_EXCEEDED' },
      { status: 429, code: 'QUOTA_EXCEEDED', headers: { 'retry-after': '1000' } },
    ]) {
      fcm.answers.push(answer);
      await push(env);
      delays.push((await states(env))[0]!.seconds);
      await push(env);
      await env.makeDue();
    }
    expect(fcm.requests).toBe(3);
    expect(delays.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 60, 1_000]);
    await push(env);
    expect(fcm.received).toHaveLength(1);
    expect(Object.fromEntries(env.pushed)).toEqual({ retried: 3, accepted: 1 });
  });

  it('may have a token of 4,096 characters', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    const token = Array.from({ length: 4_096 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
    await addAndroid(env, 1, token);
    await addAndroid(env, 1, token);
    expect(await phones(env)).toEqual([token]);
    await removePhoneToken(env.ctx, { service: PhoneService.FCM, token }, scopeOf(env, 1));
    expect(await phones(env)).toEqual([]);
  });

  it('is stored without a configured service, because apps expect success, and gets nothing until one is configured', async () => {
    const env = await start({});
    await addAndroid(env, 1, 'phone-1');
    await addApple(env, 1, 'abcd');
    expect(await phones(env)).toEqual(['phone-1', 'abcd']);
    await env.missPush(1, 7);
    await pushToPhones(env.ctx, new AbortController().signal);
    expect(await env.db.many(sql`select from phone_pushes`)).toEqual([]);
    await removePhoneToken(env.ctx, { service: PhoneService.FCM, token: 'phone-1' }, scopeOf(env, 1));
    expect(await phones(env)).toEqual(['abcd']);
    await registerPhones(env.ctx);
    const forwarder = await keep(startPushForwarder());
    const { phones: configured } = (await start({ forwarder })).ctx;
    await registerPhones({ ...env.ctx, phones: configured });
    expect([...forwarder.tokens.values()].map((tokens) => [...tokens])).toEqual([['abcd']]);
  });

  it('is refused with an invalid token', async () => {
    const env = await start({});
    await expect(addApple(env, 1, 'xyz')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const token of ['', 'x'.repeat(4_097)])
      await expect(addAndroid(env, 1, token)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const remove = { service: PhoneService.FCM, token: 'phone-1' };
    await expect(removePhoneToken(env.ctx, remove, scopeOf(env, 1))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('belongs to each account of its app until the account removes it, and a 21st phone replaces the oldest', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await addAndroid(env, 2, 'phone-1');
    await removePhoneToken(env.ctx, { service: PhoneService.FCM, token: 'phone-1' }, scopeOf(env, 1));
    await env.missPush(1, 101);
    await env.missPush(2, 102);
    await push(env);
    expect(fcm.received.map(({ data }) => data.user_id)).toEqual(['2']);
    for (let number = 2; number <= 21; number++) await addAndroid(env, 2, `phone-${number}`);
    const kept = await phones(env);
    expect([kept.length, kept.includes('phone-1'), kept.includes('phone-21')]).toEqual([20, false, true]);
  });
});

describe('a phone of Apple', () => {
  it('gets a message with title, text, badge and collapse ID over one connection with one token', async () => {
    const apns = await keep(startApns());
    const env = await start({ apns });
    await addApple(env, 1, 'ABCDEF');
    await env.missPush(1, 101, 102);
    await push(env);
    expect(apns.received).toHaveLength(2);
    const { token, payload, headers } = apns.received.find(
      (each) => each.payload.zulip.message_ids[0] === 101,
    )!;
    expect(token).toBe('abcdef');
    expect(payload).toMatchObject({
      aps: { alert: { title: 'P20', subtitle: '', body: 'message 101 to 1' }, sound: 'default' },
      zulip: { realm_url: 'https://chat.example', user_id: 1, recipient_type: 'private', message_ids: [101] },
    });
    expect(headers).toMatchObject({
      'apns-topic': 'org.example.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-collapse-id': '1-101',
    });
    expect(apns.received.map((each) => each.payload.aps.badge).sort()).toEqual([1, 2]);
    expect([apns.connections, apns.providerTokens.size]).toEqual([1, 1]);
  });

  it('uses one provider token for most of an hour', async () => {
    const apns = await keep(startApns());
    let nowMs = Date.now() - 2_000_000;
    const env = await start({ apns }, { now: () => nowMs });
    await addApple(env, 1, 'abcdef');
    for (const [messageId, tokens] of [
      [101, 1],
      [102, 1],
      [103, 2],
    ] as const) {
      await env.missPush(1, messageId);
      await push(env);
      expect(apns.providerTokens.size).toBe(tokens);
      nowMs += messageId === 101 ? 1_200_000 : 1_900_000 - 100_000;
    }
    expect(apns.received).toHaveLength(3);
  });

  it.each([
    ['Unregistered', 410],
    ['BadDeviceToken', 400],
    ['DeviceTokenNotForTopic', 400],
  ])('is forgotten when the service answers %s', async (reason, status) => {
    const apns = await keep(startApns());
    const env = await start({ apns });
    await addApple(env, 1, 'abcdef');
    apns.answers.push({ status, reason });
    await env.missPush(1, 101);
    await push(env);
    expect([await phones(env), await states(env)]).toEqual([[], []]);
  });

  it('stays when it was registered again after the service noticed that its app was removed', async () => {
    const apns = await keep(startApns());
    const env = await start({ apns });
    await addApple(env, 1, 'abcdef');
    apns.answers.push({ status: 410, reason: 'Unregistered', timestamp: Date.now() - 60_000 });
    await env.missPush(1, 101);
    await push(env);
    expect(await phones(env)).toEqual(['abcdef']);
    expect(await states(env)).toEqual([]);
  });

  it('gets messages over a new connection after the service announced the end of one', async () => {
    const apns = await keep(startApns());
    const env = await start({ apns });
    await addApple(env, 1, 'abcdef');
    await env.missPush(1, 101);
    await push(env);
    apns.goAway();
    await env.missPush(1, 102);
    await push(env);
    await env.makeDue();
    await push(env);
    expect(apns.received.map(({ payload }) => payload.zulip.message_ids[0])).toEqual([101, 102]);
    expect(apns.connections).toBe(2);
  });

  it('gets the message later when the service is busy or does not answer', async () => {
    const apns = await keep(startApns());
    const env = await start({ apns }, { timeoutMs: 3_000 });
    await addApple(env, 1, 'abcdef');
    apns.answers.push({ status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '500' } });
    await env.missPush(1, 101);
    await push(env);
    const { seconds } = (await states(env))[0]!;
    expect(seconds).toBeGreaterThan(400);
    expect(seconds).toBeLessThanOrEqual(500);
    apns.isSilent = true;
    await env.makeDue();
    await push(env);
    apns.isSilent = false;
    expect(Object.fromEntries(env.pushed)).toEqual({ retried: 2 });
    env.ctx.silentHosts.remove('apns');
    await env.makeDue();
    await push(env);
    expect(apns.received).toHaveLength(1);
  });
});

describe('a notification on a phone', () => {
  it('is removed when its message is read or deleted, and the badge counts the remaining messages', async () => {
    const [fcm, apns] = [await keep(startFcm()), await keep(startApns())];
    const env = await start({ fcm, apns });
    await addAndroid(env, 1, 'phone-1');
    await addApple(env, 1, 'abcdef');
    await env.missPush(1, 101, 102, 103, 104);
    await push(env);
    fcm.received.length = 0;
    apns.received.length = 0;
    await withdrawFromReaders(env.db, [{ userId: 1, messageIds: [101, 102] }]);
    await withdrawFromReaders(env.db, [{ userId: 2, messageIds: [103] }]);
    await withdrawFromAll(env.db, [104]);
    await push(env);
    expect(fcm.received).toEqual([
      {
        token: 'phone-1',
        android: { priority: 'NORMAL', ttl: expect.anything() },
        data: expect.objectContaining({ event: 'remove', user_id: '1', zulip_message_ids: '101,102,104' }),
      },
    ]);
    expect(apns.received.map(({ payload }) => payload)).toEqual([
      {
        aps: { badge: 1, 'content-available': 1 },
        zulip: expect.objectContaining({ event: 'remove', zulip_message_ids: '101,102,104' }),
      },
    ]);
    expect((await states(env)).map(({ messageId, state }) => [messageId, state])).toEqual([
      [103, 'shown'],
      [103, 'shown'],
    ]);
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 8, withdrawn: 6 });
  });

  it('is removed also when its message is read while the notification is being sent', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101);
    // The message is read after the lookup of unread messages and before the push service's answer.
    const { messaging } = env.ctx;
    const slow: typeof messaging = {
      ...messaging,
      findMissedMessages: async (request, call) => {
        const answer = await messaging.findMissedMessages(request, call);
        await withdrawFromReaders(env.db, [{ userId: 1, messageIds: [101] }]);
        return answer;
      },
    };
    await pushToPhones({ ...env.ctx, messaging: slow }, new AbortController().signal);
    await push(env);
    expect(fcm.received.map(({ data }) => data.event)).toEqual(['message', 'remove']);
    expect(await states(env)).toEqual([]);
  });

  it('is not sent for messages that were read in time', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101, 102);
    env.read.add(101);
    await push(env);
    expect(fcm.received.map(({ data }) => data.zulip_message_id)).toEqual(['102']);
    expect(Object.fromEntries(env.pushed)).toEqual({ accepted: 1, read: 1 });
  });

  it('shows no text of direct messages if the settings say so', async () => {
    const fcm = await keep(startFcm());
    const hidden = await start({ fcm }, { settings: { directContentInPush: false, language: 'de' } });
    await addAndroid(hidden, 1, 'phone-1');
    await hidden.missPush(1, 101);
    await push(hidden);
    expect(fcm.received.map(({ data }) => data.content)).toEqual(['Neue Direktnachricht']);
  });

  it('is not sent in plain text if the organization requires encryption', async () => {
    const fcm = await keep(startFcm());
    const env = await start({ fcm }, { organization: { require_e2ee_push_notifications: true } });
    await addAndroid(env, 1, 'phone-1');
    await env.missPush(1, 101);
    await push(env);
    expect(fcm.received).toEqual([]);
    expect(Object.fromEntries(env.pushed)).toEqual({ unwanted: 1 });
    const all = { $case: 'allTokens' as const, allTokens: true };
    await expect(testPhones(env.ctx, { phones: all }, scopeOf(env, 1))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(fcm.received).toEqual([]);
  });
});

describe('the forwarding service', () => {
  it('registers a phone, gets one request per message for all phones of a person, and removes the phone', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    await addAndroid(env, 1, 'phone-1');
    await addApple(env, 1, 'abcdef');
    await registerPhones(env.ctx);
    await env.missPush(1, 101);
    await push(env);
    expect(forwarder.paths).toEqual(['register', 'register', 'notify']);
    expect(forwarder.received).toMatchObject([
      { token: 'phone-1', payload: { event: 'message', zulip_message_id: 101 } },
      { token: 'abcdef', payload: { alert: { title: 'P20' }, custom: { zulip: { message_ids: [101] } } } },
    ]);
    await removePhoneToken(env.ctx, { service: PhoneService.FCM, token: 'phone-1' }, scopeOf(env, 1));
    await registerPhones(env.ctx);
    expect([...forwarder.tokens.values()].map((tokens) => [...tokens])).toEqual([['abcdef']]);
  });

  it('gets requests again while it does not answer, and phones that it does not know are forgotten', async () => {
    const forwarder = await keep(startPushForwarder());
    const env = await start({ forwarder });
    await addAndroid(env, 1, 'phone-1');
    forwarder.answers.push({ status: 502 });
    await registerPhones(env.ctx);
    await registerPhones(env.ctx);
    expect(forwarder.paths).toEqual(['register']);
    await env.makeDue();
    await registerPhones(env.ctx);
    expect(forwarder.tokens.size).toBe(1);
    forwarder.answers.push({ status: 500 });
    await env.missPush(1, 101);
    await push(env);
    forwarder.tokens.clear();
    await env.makeDue();
    await push(env);
    expect([await phones(env), await states(env)]).toEqual([[], []]);
  });

  it('receives a description of an organization that it does not know', async () => {
    const forwarder = await keep(startPushForwarder());
    forwarder.organizations = new Map();
    const env = await start({ forwarder });
    await addAndroid(env, 1, 'phone-1');
    await registerPhones(env.ctx);
    expect(forwarder.paths).toEqual(['register', 'server/analytics', 'register']);
    expect([...forwarder.organizations.values()]).toEqual(['Test']);
    expect(forwarder.tokens.size).toBe(1);
    // The organization is registered at most once an hour, so the push is only retried later.
    forwarder.organizations.clear();
    await env.missPush(1, 101);
    await push(env);
    expect(forwarder.paths.slice(3)).toEqual(['notify']);
    expect(Object.fromEntries(env.pushed)).toEqual({ retried: 1 });
  });

  it('is not used for phones that a configured service reaches', async () => {
    const [fcm, apns, forwarder] = [
      await keep(startFcm()),
      await keep(startApns()),
      await keep(startPushForwarder()),
    ];
    const env = await start({ fcm, apns, forwarder });
    await addAndroid(env, 1, 'phone-1');
    await addApple(env, 1, 'aaaa', 'org.example.app');
    await addApple(env, 1, 'bbbb', 'org.vendor.app');
    await registerPhones(env.ctx);
    await env.missPush(1, 101);
    await push(env);
    expect(fcm.received.map(({ token }) => token)).toEqual(['phone-1']);
    expect(apns.received.map(({ token }) => token)).toEqual(['aaaa']);
    expect(forwarder.received.map(({ token }) => token)).toEqual(['bbbb']);
  });
});
