import { errors } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  PhoneKey,
  PhoneToken,
  RegisterPhoneRequest,
  RegisterPhoneResponse,
} from '@parley/proto/notify/v1/notify';
import { personOf, requireConnection } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  lockAccount,
  lockDevice,
  type Registration,
  removePhone,
  type StoredPhone,
  storeKey,
  storeRegistration,
} from '../db/phones.ts';
import { isKeyId, isTokenId, maxPhones, parsePushKey, serviceNameOf } from '../domain/phone.ts';
import { type DeviceChange, deviceRemoved, deviceUpdated } from '../events/phones.ts';
import { storeWithCredential } from '../push/store-with-credential.ts';
import { notConfigured } from '../push/token-phone.ts';

/** Of each text that is passed on to the forwarding service, in characters. */
const maxText = 8_192;

type Key = { key: Buffer; keyId: number | null };

/**
 * Stores an encryption key, a push token, or both for a phone of the caller. A worker registers the token at the forwarding
 * service later, and an event reports the result. A repeated request changes nothing, unless the registration has failed.
 * @throws BAD_REQUEST for missing or invalid fields, for an unknown device, and while another registration of the device is
 * pending; PUSH_SERVICE_NOT_CONFIGURED without a forwarding service; ACCESS_DENIED for an API key without the area `messages`
 */
export async function registerPhone(
  ctx: Ctx,
  { phone, key: givenKey, token: givenToken }: RegisterPhoneRequest,
  scope: Scope,
): Promise<RegisterPhoneResponse> {
  // The device receives messages from then on.
  requireContents(personOf(scope.call)?.keyScope);
  const { userId } = await scope.caller();
  if (!ctx.phones.forwarder) throw notConfigured();
  const isDevice = phone?.$case === 'deviceId';
  const key = givenKey && parseKey(givenKey, isDevice);
  const registration = givenToken && parseToken(givenToken, isDevice);
  if (!key && !registration)
    throw errors.badRequest(
      'Missing parameters: must provide either all push key fields, all token fields, or both.',
    );
  let phoneId = 0;
  const register = async (tx: Tx) => {
    if (phone?.$case === 'accountId') {
      const stored = await lockAccount(tx, userId, phone.accountId, maxPhones);
      ({ phoneId } = stored);
      await registerAccount(tx, stored, { key, registration });
    } else {
      const stored = await lockDevice(tx, userId, isDevice ? phone.deviceId : 0);
      if (!stored) throw errors.badRequest('Invalid `device_id`');
      ({ phoneId } = stored);
      const change = await registerDevice(tx, stored, { key, registration });
      if (Object.keys(change).length > 0) await emit(tx, deviceUpdated(userId, stored.phoneId, change));
    }
  };
  await storeWithCredential(ctx, scope, {
    store: () => ctx.db.tx(register, { check: () => requireConnection(scope.call) }),
    remove: () =>
      ctx.db.tx(async (tx) => {
        await removePhone(tx, userId, phoneId);
        if (isDevice) await emit(tx, deviceRemoved(userId, phoneId));
      }),
  });
  return {};
}

type Change = { key: Key | undefined; registration: Registration | undefined };

function parseKey({ key: text, keyId, isPublicKey }: PhoneKey, isDevice: boolean): Key {
  const key = parsePushKey(text, isPublicKey);
  if (!key) throw errors.badRequest('Invalid `push_key`');
  if (!isDevice) return { key, keyId: null };
  if (keyId === undefined || !isKeyId(keyId)) throw errors.badRequest('Invalid `push_key_id`');
  return { key, keyId };
}

function parseToken(token: PhoneToken, isDevice: boolean): Registration {
  const { tokenId, forwarderPublicKey, encryptedRegistration } = token;
  const service = serviceNameOf(token.service);
  if (!service) throw errors.badRequest('Invalid `token_kind`');
  if (isDevice && !isTokenId(tokenId)) throw errors.badRequest('Invalid `token_id`');
  if (forwarderPublicKey.length > maxText || encryptedRegistration.length > maxText)
    throw errors.badRequest('The registration is too long.');
  return { service, tokenId: isDevice ? tokenId : '', forwarderPublicKey, encryptedRegistration };
}

const hasKey = ({ pushKey, pushKeyId }: StoredPhone, { key, keyId }: Key): boolean =>
  pushKeyId === keyId && pushKey !== null && pushKey.equals(key);

async function registerAccount(tx: Tx, stored: StoredPhone, { key, registration }: Change): Promise<void> {
  if (!key || !registration)
    throw errors.badRequest(
      'Missing parameters: must provide either all push key fields, all token fields, or both.',
    );
  const isKnown = stored.forwarderName !== null || stored.registration !== null;
  if (isKnown && stored.errorCode === null && hasKey(stored, key) && stored.service === registration.service)
    return;
  await storeKey(tx, stored.phoneId, key);
  await storeRegistration(tx, stored.phoneId, registration);
}

/** Changes the key or token of a device. @returns the changed members, for the event to the person's clients */
async function registerDevice(
  tx: Tx,
  stored: StoredPhone,
  { key, registration }: Change,
): Promise<DeviceChange> {
  const { phoneId, pushKeyId, errorCode, registration: pending, forwarderName } = stored;
  if (key && !registration) {
    if (pushKeyId === null) throw errors.badRequest('No push registration exists to rotate key for.');
    if (hasKey(stored, key)) return {};
    await storeKey(tx, phoneId, key);
    return { push_key_id: key.keyId };
  }
  if (!registration) return {};
  const isSame = (!key || hasKey(stored, key)) && errorCode === null;
  if (isSame && (forwarderName === registration.tokenId || pending?.tokenId === registration.tokenId))
    return {};
  if (errorCode === null && pending !== null)
    throw errors.badRequest('A registration for the device already in progress.');
  if (!key && pushKeyId === null) throw errors.badRequest('No push registration exists to rotate token for.');
  if (key) await storeKey(tx, phoneId, key);
  const since = await storeRegistration(tx, phoneId, registration);
  return {
    ...(key && { push_key_id: key.keyId }),
    pending_push_token_id: registration.tokenId,
    push_token_last_updated_timestamp: since,
    push_registration_error_code: null,
  };
}
