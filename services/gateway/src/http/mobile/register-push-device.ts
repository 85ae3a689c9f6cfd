import { errors } from '@parley/core';
import { type PhoneKey, PhoneService, type PhoneToken } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText, integer, oneOf } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const registerPushDevice = route({
  method: 'POST',
  path: '/mobile_push/register',
  operation: 'register-push-device',
  summary: 'Registers a phone for encrypted push notifications through the forwarding service.',
  auth: 'required',
  leavesAccess: true,
  params: params({
    device_id: integer().optional().describe('A device of `register-client-device`.'),
    push_account_id: integer().optional().describe('An ID that the app chose, instead of `device_id`.'),
    push_key_id: integer().optional().describe('What push notifications call `push_key`; with `device_id`.'),
    push_key: freeText().optional().describe('Base64 of the byte 0x31 and a key of `crypto_secretbox`.'),
    push_public_key: freeText()
      .optional()
      .describe('Base64 of a key of `crypto_box_seal`, instead of `push_key`.'),
    token_kind: oneOf(['fcm', 'apns']).optional(),
    token_id: freeText()
      .optional()
      .describe('Base64 of the first 8 bytes of the token’s SHA-256; with `device_id`.'),
    bouncer_public_key: freeText().optional(),
    encrypted_push_registration: freeText().optional(),
  }),
  async handle(ctx, form, { call }) {
    const { device_id: deviceId, push_account_id: accountId } = form;
    if (deviceId !== undefined) {
      const phone = { $case: 'deviceId' as const, deviceId };
      await ctx.rpc.notify.registerPhone({ phone, key: keyOf(form), token: tokenOf(form) }, call);
      return ok();
    }
    if (accountId === undefined) throw errors.missingParameter('push_account_id');
    if (form.push_key === undefined && form.push_public_key === undefined)
      throw errors.missingParameter('push_key');
    const required = ['token_kind', 'bouncer_public_key', 'encrypted_push_registration'] as const;
    for (const name of required) if (form[name] === undefined) throw errors.missingParameter(name);
    const phone = { $case: 'accountId' as const, accountId };
    await ctx.rpc.notify.registerPhone({ phone, key: keyOf(form), token: tokenOf(form) }, call);
    return ok();
  },
});

type Form = {
  push_key_id?: number | undefined;
  push_key?: string | undefined;
  push_public_key?: string | undefined;
  token_kind?: 'fcm' | 'apns' | undefined;
  token_id?: string | undefined;
  bouncer_public_key?: string | undefined;
  encrypted_push_registration?: string | undefined;
};

function keyOf({
  push_key_id: keyId,
  push_key: key,
  push_public_key: publicKey,
}: Form): PhoneKey | undefined {
  if (key !== undefined) return { keyId, key, isPublicKey: false };
  return publicKey === undefined ? undefined : { keyId, key: publicKey, isPublicKey: true };
}

function tokenOf(form: Form): PhoneToken | undefined {
  const { token_kind: kind, bouncer_public_key: forwarderPublicKey } = form;
  const { encrypted_push_registration: encryptedRegistration, token_id: tokenId = '' } = form;
  if (kind === undefined || forwarderPublicKey === undefined || encryptedRegistration === undefined)
    return undefined;
  const service = kind === 'fcm' ? PhoneService.FCM : PhoneService.APNS;
  return { service, tokenId, forwarderPublicKey, encryptedRegistration };
}
