import { createHmac } from 'node:crypto';
import { hashedUuid, required } from '@parley/core';
import type { UserId } from '@parley/rules';
import { z } from 'zod';
import type { Phone, Registration } from '../db/phones.ts';
import type { ServiceName } from '../domain/phone.ts';
import type { PhoneContent } from './phone-content.ts';
import { laterAfter, noAnswer, type PhoneOutcome, retryAfterMsOf } from './phone-outcome.ts';
import { post as send } from './post.ts';
import { seal } from './seal.ts';

export type ForwarderOptions = {
  /** Base URL of the service, without a slash at the end. */
  url: string;
  /** Name and password with which this server logs in to the service. */
  id: string;
  key: string;
  /** Returns the secret from which the UUIDs of the organization and its people are derived. */
  identity(): Promise<Buffer>;
  /** URL under which apps reach this server. */
  publicUrl: string;
  timeoutMs: number;
  now(): number;
  organizationName(): Promise<string>;
  /** Called for each response to a notification that tells the permission. */
  onPermission(permission: PushPermission): void;
};

/** `endsAt` is the end of the permission, in seconds since the Unix epoch; null for no known end. */
export type PushPermission = { canPush: boolean; endsAt: number | null };

/** Response of the forwarding service to a request. */
export type ForwarderReply =
  | { kind: 'done'; answer: unknown }
  | { kind: 'refused'; code: string; detail: string }
  | Extract<PhoneOutcome, { kind: 'later' }>;

export type TokenOfService = { service: ServiceName; token: string; appId?: string | null };

const tokenKinds: Readonly<Record<ServiceName, number>> = { apns: 1, fcm: 2 };

/** Returns a UUID that is derived from the secret and a name. Equal arguments give equal UUIDs. */
const derivedUuid = (secret: Buffer, name: string): string =>
  hashedUuid(createHmac('sha256', secret).update(`push forwarder ${name}`).digest());

const permissionSchema = z
  .object({ can_push: z.boolean(), expected_end_timestamp: z.int().nullable().default(null) })
  .transform(
    ({ can_push, expected_end_timestamp }): PushPermission => ({
      canPush: can_push,
      endsAt: expected_end_timestamp,
    }),
  );

const answerSchema = z.object({
  realm: permissionSchema.nullish().catch(undefined),
  realm_push_status: permissionSchema.nullish().catch(undefined),
});

const refusalSchema = z.object({ code: z.string().default(''), msg: z.string().default('') });

const forgottenSchema = z.object({
  deleted_devices: z
    .object({ android_devices: z.array(z.string()), apple_devices: z.array(z.string()) })
    .partial()
    .default({}),
});

const forgottenNamesSchema = z.object({
  delete_token_ids: z.array(z.string()).default([]),
  delete_device_ids: z.array(z.number()).default([]),
});

/** Error codes for a problem that an operator must solve. Afterwards the request can succeed. */
const operatorCodes = new Set([
  'INVALID_ZULIP_SERVER',
  'MISSING_REMOTE_REALM',
  'PUSH_NOTIFICATIONS_DISALLOWED',
]);

/** Minimum time between two registrations of the organization at the service, in milliseconds. */
const registerEveryMs = 3_600_000;

/**
 * Client of the forwarding service. The vendor of the apps in the app stores operates it, because only this vendor can send
 * notifications to these apps (docs/decisions/notifications.md#pushes-to-phones).
 */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #authorization: string;
  #identity: Promise<Buffer> | undefined;
  #registeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#authorization = `Basic ${Buffer.from(`${options.id}:${options.key}`).toString('base64')}`;
  }

  /** Sends a notification to phones of one person that are registered by a token. @returns outcomes by phone ID */
  async notifyTokens(
    userId: UserId,
    phones: readonly Phone[],
    content: PhoneContent,
  ): Promise<Map<number, PhoneOutcome>> {
    const tokensOf = (service: ServiceName) =>
      phones.flatMap((phone) => (phone.service === service && phone.token ? [phone.token] : []));
    const [android, apple] = [tokensOf('fcm'), tokensOf('apns')];
    const { aps, ...custom } = content.apns;
    const reply = await this.#post(
      'notify',
      JSON.stringify({
        ...(await this.#personOf(userId)),
        apns_payload: apple.length > 0 ? { ...aps, custom } : {},
        gcm_payload: android.length > 0 ? content.fcm : {},
        gcm_options: android.length > 0 ? { priority: content.type === 'remove' ? 'normal' : 'high' } : {},
        android_devices: android,
        apple_devices: apple,
      }),
    );
    this.#notePermission(reply);
    const forgotten = forgottenSchema.safeParse(reply.kind === 'done' ? reply.answer : {}).data;
    const { android_devices: deadAndroid = [], apple_devices: deadApple = [] } =
      forgotten?.deleted_devices ?? {};
    const dead = new Set([...deadAndroid, ...deadApple.map((token) => token.toLowerCase())]);
    return outcomes(phones, reply, ({ token }) => token !== null && dead.has(token));
  }

  async notifyEncrypted(phones: readonly Phone[], content: PhoneContent): Promise<Map<number, PhoneOutcome>> {
    const text = JSON.stringify(content.encrypted);
    const requests = phones.map((phone) => requestFor(phone, text, content.type === 'remove'));
    const reply = await this.#post(
      'e2ee/notify',
      JSON.stringify({ realm_uuid: await this.#realmUuid(), push_requests: requests }),
    );
    this.#notePermission(reply);
    const forgotten = forgottenNamesSchema.safeParse(reply.kind === 'done' ? reply.answer : {}).data;
    const dead = new Set([
      ...(forgotten?.delete_token_ids ?? []),
      ...(forgotten?.delete_device_ids ?? []).map(String),
    ]);
    return outcomes(phones, reply, ({ forwarderName }) => forwarderName !== null && dead.has(forwarderName));
  }

  async registerToken(userId: UserId, phone: TokenOfService): Promise<ForwarderReply> {
    return this.#postForm('register', await this.#tokenForm(userId, phone));
  }

  async unregisterToken(userId: UserId, phone: TokenOfService): Promise<ForwarderReply> {
    return this.#postForm('unregister', await this.#tokenForm(userId, phone));
  }

  async unregisterAll(userId: UserId): Promise<ForwarderReply> {
    const person = await this.#personOf(userId);
    return this.#postForm('unregister/all', { server_uuid: this.#options.id, ...person });
  }

  /** `accountId` is null unless the phone is of the kind `account`. */
  async registerEncrypted(
    { tokenId, forwarderPublicKey, encryptedRegistration }: Registration,
    accountId: number | null,
  ): Promise<ForwarderReply> {
    return this.#postForm('e2ee/register', {
      realm_uuid: await this.#realmUuid(),
      ...(accountId === null ? { token_id: tokenId } : { push_account_id: accountId }),
      encrypted_push_registration: encryptedRegistration,
      bouncer_public_key: forwarderPublicKey,
    });
  }

  /** Sends a test notification to a phone that is registered by a token. */
  async testToken(userId: UserId, phone: TokenOfService, { fcm }: PhoneContent): Promise<ForwarderReply> {
    const { event: _event, time: _time, ...basePayload } = fcm;
    return this.#post(
      'test_notification',
      JSON.stringify({
        ...(await this.#personOf(userId)),
        token: phone.token,
        token_kind: tokenKinds[phone.service],
        base_payload: { ...basePayload, server: new URL(this.#options.publicUrl).host },
      }),
    );
  }

  /** Returns the UUID for a name. Caches the identity; a failure to read it is not cached. */
  async #uuidOf(name: string): Promise<string> {
    this.#identity ??= this.#options.identity().catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    return derivedUuid(await this.#identity, name);
  }

  #realmUuid(): Promise<string> {
    return this.#uuidOf('organization');
  }

  async #personOf(userId: UserId) {
    return {
      realm_uuid: await this.#realmUuid(),
      user_uuid: await this.#uuidOf(`user ${userId}`),
      user_id: userId,
    };
  }

  async #tokenForm(userId: UserId, { service, token, appId }: TokenOfService) {
    return {
      server_uuid: this.#options.id,
      ...(await this.#personOf(userId)),
      token,
      token_kind: tokenKinds[service],
      ...(service === 'apns' && appId && { ios_app_id: appId }),
    };
  }

  #postForm(path: string, form: Record<string, string | number>): Promise<ForwarderReply> {
    const fields = Object.entries(form).map(([name, value]): [string, string] => [name, `${value}`]);
    return this.#post(path, new URLSearchParams(fields));
  }

  /** Sends a request. When the service does not know the organization, registers it and sends the request again. */
  async #post(path: string, body: string | URLSearchParams): Promise<ForwarderReply> {
    const { now } = this.#options;
    const reply = await this.#request(`push/${path}`, body);
    const isUnknown = reply.kind === 'refused' && reply.code === 'MISSING_REMOTE_REALM';
    if (!isUnknown || now() - this.#registeredAtMs < registerEveryMs) return reply;
    const organization = await this.#describeOrganization();
    this.#registeredAtMs = now();
    const registered = await this.#request('server/analytics', organization);
    return registered.kind === 'done' ? this.#request(`push/${path}`, body) : reply;
  }

  /** Passes on the permission that a response tells, if any. A refusal may tell that there is none. */
  #notePermission(reply: ForwarderReply): void {
    const { onPermission } = this.#options;
    if (reply.kind === 'refused' && reply.code === 'PUSH_NOTIFICATIONS_DISALLOWED')
      onPermission({ canPush: false, endsAt: null });
    if (reply.kind !== 'done') return;
    const { data } = answerSchema.safeParse(reply.answer);
    const permission = data?.realm ?? data?.realm_push_status;
    if (permission) onPermission(permission);
  }

  /** Returns the description of the organization for its registration: names and URLs, without statistics. */
  async #describeOrganization(): Promise<URLSearchParams> {
    const { publicUrl, organizationName } = this.#options;
    const organization = {
      id: 1,
      host: new URL(publicUrl).host,
      url: publicUrl,
      name: await organizationName(),
      org_type: 0,
      date_created: 0,
      deactivated: false,
      is_system_bot_realm: false,
      authentication_methods: {},
      uuid: await this.#realmUuid(),
      uuid_owner_secret: await this.#uuidOf('owner of the organization'),
    };
    return new URLSearchParams({
      realm_counts: '[]',
      installation_counts: '[]',
      realms: JSON.stringify([organization]),
    });
  }

  async #request(path: string, body: string | URLSearchParams): Promise<ForwarderReply> {
    const { url, timeoutMs, now } = this.#options;
    const type = typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded';
    try {
      const headers = {
        authorization: this.#authorization,
        'content-type': type,
        'user-agent': 'Parley (+push forwarder)',
      };
      const { status, ...response } = await send(
        `${url}/api/v1/remotes/${path}`,
        { headers, body: `${body}` },
        timeoutMs,
      );
      const answer = response.body;
      if (status === 200) return { kind: 'done', answer };
      const detail = `status ${status}`;
      if (status < 400 || status === 429 || status >= 500)
        return laterAfter(detail, retryAfterMsOf(response.headers['retry-after'], now()));
      const { data } = refusalSchema.safeParse(answer);
      return { kind: 'refused', code: data?.code ?? '', detail: `${detail} ${data?.code ?? ''}`.trim() };
    } catch (error) {
      return noAnswer(error);
    }
  }
}

/** Returns the part of a request for one phone. For phones with an account ID it has an older form. */
function requestFor(phone: Phone, text: string, isRemoval: boolean) {
  const { kind, service, forwarderName, accountId, pushKey, pushKeyId } = phone;
  const name = kind === 'account' ? { device_id: Number(forwarderName) } : { token_id: forwarderName };
  const payload = {
    ...(kind === 'account' ? { push_account_id: accountId } : { push_key_id: pushKeyId }),
    encrypted_data: seal(text, required(pushKey, 'key of a phone')),
  };
  if (service === 'fcm') return { ...name, fcm_priority: isRemoval ? 'normal' : 'high', payload };
  const aps = isRemoval
    ? { 'content-available': 1 }
    : { 'mutable-content': 1, alert: { title: 'New notification' } };
  return {
    ...name,
    http_headers: { apns_priority: isRemoval ? 5 : 10, apns_push_type: isRemoval ? 'background' : 'alert' },
    payload: { ...payload, aps },
  };
}

function outcomes(
  phones: readonly Phone[],
  reply: ForwarderReply,
  isDead: (phone: Phone) => boolean,
): Map<number, PhoneOutcome> {
  const outcome = toOutcome(reply);
  return new Map(
    phones.map((phone) => [
      phone.phoneId,
      isDead(phone) ? { kind: 'gone', detail: 'the forwarding service does not know it' } : outcome,
    ]),
  );
}

/** Converts a response into the outcome of a notification. */
export function toOutcome(reply: ForwarderReply): PhoneOutcome {
  if (reply.kind === 'done') return { kind: 'accepted', detail: 'status 200' };
  if (reply.kind === 'later') return reply;
  if (operatorCodes.has(reply.code)) return { ...laterAfter(reply.detail, 0), isMisconfigured: true };
  return { kind: 'refused', detail: reply.detail };
}
