import { createHash, randomBytes } from 'node:crypto';
import { type JsonRequest, startJsonService } from './json-service.ts';
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

/** What an app sends to register a phone for encrypted pushes. */
type EncryptedRegistration = {
  bouncer_public_key: string;
  encrypted_push_registration: string;
  token_kind: string;
  token_id: string;
};

const tokenIdOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');

/** Starts the stand-in on this machine. */
export async function startPushForwarder(): Promise<TestPushForwarder> {
  const forwarder = new TestPushForwarder();
  await forwarder.start();
  return forwarder;
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol has no schema here
type Body = any;

/** The result of a request: fields of a success, or the code of a refusal. */
type Reply = { done: object } | { refused: string; status?: number; headers?: Record<string, string> };

/** A local stand-in for the push forwarding service, which the vendor of the apps in the app stores runs. */
export class TestPushForwarder implements AsyncDisposable {
  url = '';
  readonly id = '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe';
  readonly key = randomBytes(16).toString('hex');
  readonly received: ForwardedPush[] = [];
  /** Device tokens for pushes without encryption, by the UUID of their person. */
  readonly tokens = new Map<string, Set<string>>();
  /** Errors that answer the next requests, in order. When the list is empty, the service answers as usual. */
  readonly answers: { status: number; code?: string; headers?: Record<string, string> }[] = [];
  /** Paths of all requests, including refused ones. */
  readonly paths: string[] = [];
  /** By UUID. Undefined means that the service accepts every organization. */
  organizations: Map<string, string> | undefined;
  /** The permission to push that the service reports to the organization. */
  permission: { can_push: boolean; expected_end_timestamp: number | null } = {
    can_push: true,
    expected_end_timestamp: null,
  };
  readonly #keys = createBoxKeys();
  readonly #publicKey = this.#keys.publicKey.toString('base64');
  /** Phones with encrypted pushes. The keys are token IDs, or numbers for older registrations without a token ID. */
  readonly #devices = new Map<string, Device>();
  #lastDevice = 0;
  #site: AsyncDisposable | undefined;

  async start(): Promise<void> {
    const site = await startJsonService((request, answer) => {
      const reply = this.#reply(request);
      if (reply === undefined) return answer(404, {});
      if ('done' in reply) return answer(200, { result: 'success', msg: '', ...reply.done });
      const { refused: code, status = 400, headers } = reply;
      answer(status, { result: 'error', msg: code, code }, headers);
    });
    this.#site = site;
    this.url = site.url;
  }

  /** As if its push service had declared the token dead. */
  forget(token: string): void {
    for (const [name, device] of this.#devices) if (device.token === token) this.#devices.delete(name);
  }

  /**
   * Returns what an app sends to register a phone for encrypted pushes. The device token in it is encrypted for the forwarding
   * service.
   * @param sentAt time at which the app sends the registration, in seconds since the Unix epoch
   */
  registrationOf(
    token: string,
    kind: 'fcm' | 'apns',
    sentAt = Math.floor(Date.now() / 1000),
  ): EncryptedRegistration {
    const registration = JSON.stringify({ token, token_kind: kind, timestamp: sentAt });
    return {
      bouncer_public_key: this.#publicKey,
      encrypted_push_registration: sealBox(registration, this.#keys.publicKey),
      token_kind: kind,
      token_id: tokenIdOf(token),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site?.[Symbol.asyncDispose]();
  }

  /** Returns undefined for a path that the service does not have. */
  #reply({ path: url, headers, text }: JsonRequest): Reply | undefined {
    const path = /^\/api\/v1\/remotes\/(?:push\/)?(.+)$/.exec(url)?.[1] ?? '';
    this.paths.push(path);
    const planned = this.answers.shift();
    if (planned) return { ...planned, refused: planned.code ?? '' };
    const expected = `Basic ${Buffer.from(`${this.id}:${this.key}`).toString('base64')}`;
    if (headers.authorization !== expected) return { refused: 'INVALID_ZULIP_SERVER', status: 401 };
    const isJson = headers['content-type'] === 'application/json';
    const body: Body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    if (path === 'server/analytics') {
      for (const { uuid, name } of JSON.parse(body.realms)) this.organizations?.set(uuid, name);
      return { done: {} };
    }
    if (this.organizations?.has(body.realm_uuid) === false)
      return { refused: 'MISSING_REMOTE_REALM', status: 403 };
    return path.startsWith('e2ee/') ? this.#replyEncrypted(path, body) : this.#replyToToken(path, body);
  }

  #replyToToken(path: string, body: Body): Reply | undefined {
    const tokens = this.tokens.get(body.user_uuid) ?? new Set<string>();
    switch (path) {
      case 'register':
        this.tokens.set(body.user_uuid, tokens.add(body.token));
        return { done: {} };
      case 'unregister':
        return tokens.delete(body.token) ? { done: {} } : { refused: 'BAD_REQUEST' };
      case 'unregister/all':
        this.tokens.delete(body.user_uuid);
        return { done: {} };
      case 'notify':
        return { done: this.#notify(tokens, body) };
      case 'test_notification':
        if (!tokens.has(body.token)) return { refused: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' };
        this.received.push({
          token: body.token,
          payload: { ...body.base_payload, event: 'test' },
          isEncrypted: false,
        });
        return { done: {} };
    }
    return undefined;
  }

  #notify(tokens: ReadonlySet<string>, body: Body): object {
    const known = (list: string[]) => list.filter((token) => tokens.has(token));
    const unknown = (list: string[]) => list.filter((token) => !tokens.has(token));
    for (const token of known(body.android_devices))
      this.received.push({ token, payload: body.gcm_payload, isEncrypted: false });
    for (const token of known(body.apple_devices))
      this.received.push({ token, payload: body.apns_payload, isEncrypted: false });
    return {
      total_android_devices: known(body.android_devices).length,
      total_apple_devices: known(body.apple_devices).length,
      deleted_devices: {
        android_devices: unknown(body.android_devices),
        apple_devices: unknown(body.apple_devices),
      },
      realm: this.permission,
    };
  }

  #replyEncrypted(path: string, body: Body): Reply | undefined {
    if (path === 'e2ee/register') return this.#registerEncrypted(body);
    if (path === 'e2ee/notify') return { done: this.#notifyEncrypted(body) };
    return undefined;
  }

  #registerEncrypted(body: Body): Reply {
    if (body.bouncer_public_key !== this.#publicKey) return { refused: 'INVALID_BOUNCER_PUBLIC_KEY' };
    const {
      token,
      token_kind: kind,
      timestamp,
    } = JSON.parse(openSealedBox(body.encrypted_push_registration, this.#keys));
    if (Date.now() / 1000 - timestamp > 24 * 3_600) return { refused: 'REQUEST_EXPIRED' };
    const device = { token, kind, owner: body.realm_uuid };
    if (body.token_id === undefined) {
      const id = ++this.#lastDevice;
      this.#devices.set(String(id), device);
      return { done: { device_id: id } };
    }
    if (body.token_id !== tokenIdOf(token)) return { refused: 'INVALID_ENCRYPTED_PUSH_REGISTRATION' };
    this.#devices.set(body.token_id, device);
    return { done: {} };
  }

  #notifyEncrypted(body: Body): object {
    const dead: { token_id?: string; device_id?: number }[] = [];
    for (const push of body.push_requests) {
      const device = this.#devices.get(String(push.token_id ?? push.device_id));
      if (device) this.received.push({ token: device.token, payload: push, isEncrypted: true });
      else dead.push(push);
    }
    return {
      android_successfully_sent_count: body.push_requests.length - dead.length,
      apple_successfully_sent_count: 0,
      delete_token_ids: dead.flatMap((push) => push.token_id ?? []),
      delete_device_ids: dead.flatMap((push) => push.device_id ?? []),
      realm_push_status: this.permission,
    };
  }
}
