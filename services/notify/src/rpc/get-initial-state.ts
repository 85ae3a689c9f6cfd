import type { Scope } from '@parley/facts';
import { InitialState } from '@parley/proto/common/v1/initial_state';
import { type GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { listEncrypted, type StoredPhone } from '../db/phones.ts';

/** Returns the caller's phones that get encrypted notifications, as part of the initial state for a new event queue. */
export async function getInitialState(
  ctx: Ctx,
  { options }: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  const { userId } = await scope.caller();
  const wanted = new Set(options?.fetchEventTypes);
  const { snapshot, value: phones } = await ctx.db.snapshot((tx) => listEncrypted(tx, userId), {
    inOneTurn: true,
  });
  const fields = {
    ...(wanted.has('push_device') && {
      push_devices: Object.fromEntries(
        phones
          .filter(({ kind }) => kind === 'account')
          .map((phone) => [String(phone.accountId), accountOf(phone)]),
      ),
    }),
    ...(wanted.has('device') && {
      devices: Object.fromEntries(
        phones
          .filter(({ kind }) => kind === 'device')
          .map((phone) => [String(phone.phoneId), deviceOf(phone)]),
      ),
    }),
  };
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from(JSON.stringify(fields)), snapshot }),
    announcesDevices: true,
  });
}

const accountOf = ({ errorCode, forwarderName }: StoredPhone) => {
  if (errorCode !== null) return { status: 'failed', error_code: errorCode };
  return { status: forwarderName === null ? 'pending' : 'active', error_code: null };
};

const deviceOf = ({
  pushKeyId,
  forwarderName,
  registration,
  registrationSinceMs,
  errorCode,
}: StoredPhone) => ({
  push_key_id: pushKeyId,
  push_token_id: forwarderName,
  pending_push_token_id: registration?.tokenId ?? null,
  push_token_last_updated_timestamp:
    registrationSinceMs === null ? null : Math.floor(registrationSinceMs / 1000),
  push_registration_error_code: errorCode,
});
