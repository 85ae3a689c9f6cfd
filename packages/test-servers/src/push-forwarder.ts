import { createHash, randomBytes } from 'node:crypto';
import { startJsonService } from './json-service.ts';
import { createBoxKeys, openSealedBox, sealBox } from './nacl.ts';

/** A push for one phone, as the forwarding service passes it on. */
export type ForwardedPush = {
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the content of notifications
  payload: any;
  /** Whether the payload is encrypted for the app. */
  isEncrypted: boolean;
};

type Device = { token: string; kind: string; owner: string };

/** A local stand-in for the push forwarding service, which the vendor of the apps in the app stores runs. */
export type TestPushForwarder = AsyncDisposable & {
  url: string;
  id: string;
  key: string;
  received: ForwardedPush[];
  /** Device tokens for pushes without encryption, by the UUID of their person. */
  tokens: Map<string, Set<string>>;
  /** Errors that answer the next requests, in order. When the list is empty, the service answers as usual. */
  answers: { status: number; code?: string; headers?: Record<string, string> }[];
  /** Paths of all requests, including refused ones. */
  paths: string[];
  /** By UUID. Undefined means that the service accepts every organization. */
  organizations: Map<string, string> | undefined;
  /** The permission to push that the service reports to the organization. */
  permission: { can_push: boolean; expected_end_timestamp: number | null };
  /** As if its push service had declared the token dead. */
  forget(token: string): void;
  /**
   * Returns what an app sends to register a phone for encrypted pushes. The device token in it is encrypted for the forwarding
   * service.
   * @param sentAt time at which the app sends the registration, in seconds since the Unix epoch
   */
  registrationOf(
    token: string,
    kind: 'fcm' | 'apns',
    sentAt?: number,
  ): {
    bouncer_public_key: string;
    encrypted_push_registration: string;
    token_kind: string;
    token_id: string;
  };
};

const tokenIdOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');

/** Starts the stand-in on this machine. */
export async function startPushForwarder(): Promise<TestPushForwarder> {
  const keys = createBoxKeys();
  const publicKey = keys.publicKey.toString('base64');
  /** Phones with encrypted pushes. The keys are token IDs, or numbers for older registrations without a token ID. */
  const devices = new Map<string, Device>();
  let lastDevice = 0;

  const site = await startJsonService(({ path: url, headers: given, text }, answer) => {
    const done = (body: object = {}) => answer(200, { result: 'success', msg: '', ...body });
    const refuse = (code: string, status = 400, headers?: Record<string, string>) =>
      answer(status, { result: 'error', msg: code, code }, headers);
    const path = /^\/api\/v1\/remotes\/(?:push\/)?(.+)$/.exec(url)?.[1] ?? '';
    forwarder.paths.push(path);
    const planned = forwarder.answers.shift();
    if (planned) return refuse(planned.code ?? '', planned.status, planned.headers);
    const expected = `Basic ${Buffer.from(`${forwarder.id}:${forwarder.key}`).toString('base64')}`;
    if (given.authorization !== expected) return refuse('INVALID_ZULIP_SERVER', 401);
    const isJson = given['content-type'] === 'application/json';
    // biome-ignore lint/suspicious/noExplicitAny: the protocol has no schema here
    const body: any = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    if (path === 'server/analytics') {
      for (const { uuid, name } of JSON.parse(body.realms)) forwarder.organizations?.set(uuid, name);
      return done();
    }
    if (forwarder.organizations?.has(body.realm_uuid) === false) return refuse('MISSING_REMOTE_REALM', 403);
    const tokens = forwarder.tokens.get(body.user_uuid) ?? new Set<string>();
    switch (path) {
      case 'register':
        forwarder.tokens.set(body.user_uuid, tokens.add(body.token));
        return done();
      case 'unregister':
        return tokens.delete(body.token) ? done() : refuse('BAD_REQUEST');
      case 'unregister/all':
        forwarder.tokens.delete(body.user_uuid);
        return done();
      case 'notify': {
        const known = (list: string[]) => list.filter((token) => tokens.has(token));
        const unknown = (list: string[]) => list.filter((token) => !tokens.has(token));
        for (const token of known(body.android_devices))
          forwarder.received.push({ token, payload: body.gcm_payload, isEncrypted: false });
        for (const token of known(body.apple_devices))
          forwarder.received.push({ token, payload: body.apns_payload, isEncrypted: false });
        return done({
          total_android_devices: known(body.android_devices).length,
          total_apple_devices: known(body.apple_devices).length,
          deleted_devices: {
            android_devices: unknown(body.android_devices),
            apple_devices: unknown(body.apple_devices),
          },
          realm: forwarder.permission,
        });
      }
      case 'test_notification':
        if (!tokens.has(body.token)) return refuse('INVALID_REMOTE_PUSH_DEVICE_TOKEN');
        forwarder.received.push({
          token: body.token,
          payload: { ...body.base_payload, event: 'test' },
          isEncrypted: false,
        });
        return done();
      case 'e2ee/register': {
        if (body.bouncer_public_key !== publicKey) return refuse('INVALID_BOUNCER_PUBLIC_KEY');
        const {
          token,
          token_kind: kind,
          timestamp,
        } = JSON.parse(openSealedBox(body.encrypted_push_registration, keys));
        if (Date.now() / 1000 - timestamp > 24 * 3_600) return refuse('REQUEST_EXPIRED');
        if (body.token_id !== undefined) {
          if (body.token_id !== tokenIdOf(token)) return refuse('INVALID_ENCRYPTED_PUSH_REGISTRATION');
          devices.set(body.token_id, { token, kind, owner: body.realm_uuid });
          return done();
        }
        const id = ++lastDevice;
        devices.set(String(id), { token, kind, owner: body.realm_uuid });
        return done({ device_id: id });
      }
      case 'e2ee/notify': {
        const dead: { token_id?: string; device_id?: number }[] = [];
        for (const push of body.push_requests) {
          const device = devices.get(String(push.token_id ?? push.device_id));
          if (device) forwarder.received.push({ token: device.token, payload: push, isEncrypted: true });
          else dead.push(push);
        }
        return done({
          android_successfully_sent_count: body.push_requests.length - dead.length,
          apple_successfully_sent_count: 0,
          delete_token_ids: dead.flatMap((push) => push.token_id ?? []),
          delete_device_ids: dead.flatMap((push) => push.device_id ?? []),
          realm_push_status: forwarder.permission,
        });
      }
      default:
        return answer(404, {});
    }
  });
  const forwarder: TestPushForwarder = {
    url: site.url,
    id: '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe',
    key: randomBytes(16).toString('hex'),
    received: [],
    tokens: new Map(),
    answers: [],
    paths: [],
    organizations: undefined,
    permission: { can_push: true, expected_end_timestamp: null },
    forget(token) {
      for (const [name, device] of devices) if (device.token === token) devices.delete(name);
    },
    registrationOf(token, kind, sentAt = Math.floor(Date.now() / 1000)) {
      const registration = JSON.stringify({ token, token_kind: kind, timestamp: sentAt });
      return {
        bouncer_public_key: publicKey,
        encrypted_push_registration: sealBox(registration, keys.publicKey),
        token_kind: kind,
        token_id: tokenIdOf(token),
      };
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
  return forwarder;
}
