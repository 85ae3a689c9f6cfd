import { sql } from '@parley/db';
import { createScope, type NotificationSettings } from '@parley/facts';
import { PhoneService } from '@parley/proto/notify/v1/notify';
import { backgroundCall } from '@parley/rpc';
import type { TestApns, TestFcm, TestPushForwarder } from '@parley/test-servers';
import { afterEach } from 'vitest';
import type { PushPermission } from '../src/push/forwarder.ts';
import { createPhoneTransport, type PhoneConfig } from '../src/push/phone-transport.ts';
import { addPhoneToken } from '../src/rpc/add-phone-token.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { pushToPhones } from '../src/workers/push-phones.ts';
import { startTestNotify, type TestNotify } from './support.ts';

const { signal } = new AbortController();
/** Resources that are disposed of after each test. */
export const stops: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of stops.splice(0).reverse()) await each[Symbol.asyncDispose]();
});
/** Waits for a resource, and registers it to be disposed of after the test. */
export const keep = async <T extends AsyncDisposable>(started: Promise<T>): Promise<T> => {
  const value = await started;
  stops.push(value);
  return value;
};

type Services = { fcm?: TestFcm; apns?: TestApns; forwarder?: TestPushForwarder };
type Options = {
  settings?: Partial<NotificationSettings>;
  organization?: Readonly<Record<string, unknown>>;
  now?: () => number;
  timeoutMs?: number;
  onPermission?: (permission: PushPermission) => void;
};

/** Creates the dependencies of the service with the given push services. */
export async function start({ fcm, apns, forwarder }: Services, options: Options = {}): Promise<TestNotify> {
  const config: PhoneConfig = {
    fcm: { url: fcm?.url ?? '', credentialsFile: fcm?.credentialsFile ?? '' },
    apns: {
      url: apns?.url ?? '',
      keyFile: apns?.keyFile ?? '',
      keyId: apns?.keyId ?? '',
      teamId: apns?.teamId ?? '',
      topic: apns?.topic ?? '',
    },
    forwarder: { url: forwarder?.url ?? '', id: forwarder?.id ?? '', key: forwarder?.key ?? '' },
  };
  const phones = createPhoneTransport({
    config,
    identity: async () => Buffer.alloc(32, 7),
    onPermission: options.onPermission ?? (() => undefined),
    publicUrl: 'https://chat.example',
    timeoutMs: options.timeoutMs ?? 60_000,
    now: options.now ?? Date.now,
    organizationName: async () => 'Test',
  });
  stops.push({ [Symbol.asyncDispose]: async () => phones.close() });
  const { settings = {}, organization = {} } = options;
  return keep(startTestNotify({ send: async () => undefined }, { phones, settings, organization }));
}

/** Returns the scope of a request by a person. */
export const scopeOf = ({ ctx }: TestNotify, userId: number) =>
  createScope(ctx.factCache, { ...backgroundCall({ timeoutMs: 60_000 }), principal: { userId } });
/** Registers an Android phone. */
export const addAndroid = (env: TestNotify, userId: number, token: string) =>
  addPhoneToken(env.ctx, { service: PhoneService.FCM, token, appId: '' }, scopeOf(env, userId));
/** Registers an iPhone. */
export const addApple = (env: TestNotify, userId: number, token: string, appId = 'org.example.app') =>
  addPhoneToken(env.ctx, { service: PhoneService.APNS, token, appId }, scopeOf(env, userId));
/** Sends the due notifications to phones. */
export const push = (env: TestNotify) => pushToPhones(env.ctx, signal);
/** Returns the rows of all notifications, with the seconds until they are due. */
export const states = ({ db }: TestNotify) =>
  db.many<{ messageId: number; state: string; attempts: number; seconds: number }>(sql`
    select message_id as "messageId", state, attempts, extract(epoch from due_at - now())::float8 as seconds
      from phone_pushes order by push_id`);
/** Returns the tokens of all registered phones. */
export const phones = ({ db }: TestNotify) =>
  db
    .many<{ token: string }>(sql`select token from phones order by phone_id`)
    .then((all) => all.map(({ token }) => token));
/** Returns the members about phones in a person's initial state. */
export const initialState = async (env: TestNotify, userId: number) => {
  const options = { fetchEventTypes: ['push_device', 'device'] } as never;
  const { state } = await getInitialState(env.ctx, { options }, scopeOf(env, userId));
  return JSON.parse(Buffer.from(state!.fieldsJson).toString());
};
