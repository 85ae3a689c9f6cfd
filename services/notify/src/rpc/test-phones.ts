import { errors, ParleyError, required } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { TestPhonesRequest, TestPhonesResponse } from '@parley/proto/notify/v1/notify';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { listReady, type Phone } from '../db/phones.ts';
import { testContent } from '../push/phone-content.ts';
import { deleteUnknownPhones, notify } from '../push/phone-delivery.ts';
import type { PhoneOutcome } from '../push/phone-outcome.ts';
import { routeOf } from '../push/phone-transport.ts';

const plainForbidden =
  'This organization sends encrypted notifications only, which this version of the app cannot read.';

type Selected = NonNullable<TestPhonesRequest['phones']>;

/**
 * Sends a test notification to the selected phones of the caller, and waits for the answers of the push services. Succeeds when
 * at least one notification was accepted, and the forwarding service knows each token that it receives.
 * @throws NO_ACTIVE_PUSH_DEVICE when no selected phone with encryption is left, INVALID_PUSH_DEVICE_TOKEN when there is no
 * selected phone with a token, INVALID_REMOTE_PUSH_DEVICE_TOKEN when a push service does not know a token,
 * BAD_REQUEST for phones with a token where the organization requires encryption, ADMIN_ACTION_REQUIRED when a push service is not configured correctly or refuses the notification, FAILED_TO_CONNECT_BOUNCER
 * when it does not answer, INTERNAL_SERVER_ERROR_ON_BOUNCER when it fails, UNAUTHORIZED, USER_DEACTIVATED
 */
export async function testPhones(
  ctx: Ctx,
  { phones: selected }: TestPhonesRequest,
  scope: Scope,
): Promise<TestPhonesResponse> {
  const { userId } = await scope.caller();
  const which = selected ?? { $case: 'allTokens', allTokens: true };
  const phones = (await listReady(ctx.db, userId)).filter(
    (phone) => isSelected(phone, which) && routeOf(ctx.phones, phone) !== undefined,
  );
  const isEncrypted = which.$case !== 'allTokens' && which.$case !== 'token';
  if (phones.length === 0) {
    if (isEncrypted) throw new ParleyError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
    throw new ParleyError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
  }
  const [settings, organization] = await Promise.all([
    scope.notificationSettings([userId]),
    scope.settings(),
  ]);
  if (organization.require_e2ee_push_notifications && !isEncrypted) throw errors.badRequest(plainForbidden);
  const account = { userId, publicUrl: ctx.publicUrl, organizationName: organization.name };
  const language = settings.get(userId)?.language ?? organization.default_language;
  const content = testContent(account, language, Math.floor(ctx.clock.now() / 1000));
  const outcomes = isEncrypted
    ? await notify(ctx, { route: 'forwarder', isEncrypted, userId, phones, content })
    : await testTokens(ctx, userId, phones, content);
  await deleteUnknownPhones(ctx.db, { userId, phones }, outcomes);
  throwFailure([...outcomes.values()], isEncrypted);
  return {};
}

function isSelected({ kind, token, service, phoneId, accountId }: Phone, which: Selected): boolean {
  switch (which.$case) {
    case 'allTokens':
      return kind === 'token';
    case 'token':
      return kind === 'token' && token === (service === 'apns' ? which.token.toLowerCase() : which.token);
    case 'allEncrypted':
      return kind !== 'token';
    case 'deviceId':
      return kind === 'device' && phoneId === which.deviceId;
    case 'accountId':
      return kind === 'account' && accountId === which.accountId;
  }
}

/** The forwarding service has a separate call for tests, which takes one phone at a time. */
async function testTokens(
  ctx: Ctx,
  userId: UserId,
  phones: readonly Phone[],
  content: ReturnType<typeof testContent>,
): Promise<Map<number, PhoneOutcome>> {
  const sent = await Promise.all(
    phones.map(async (phone): Promise<[number, PhoneOutcome]> => {
      const { phoneId, service, token } = phone;
      const route = required(routeOf(ctx.phones, phone), 'way to a phone');
      if (route !== 'forwarder') {
        const outcomes = await notify(ctx, { route, isEncrypted: false, userId, phones: [phone], content });
        return [phoneId, required(outcomes.get(phoneId), 'outcome of a push')];
      }
      const reply = await required(ctx.phones.forwarder, 'forwarding service').testToken(
        userId,
        { service, token: required(token, 'token of a phone') },
        content,
      );
      if (reply.kind === 'refused' && reply.code === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN')
        throw notKnownRemotely();
      if (reply.kind === 'done') return [phoneId, { kind: 'accepted', detail: '' }];
      if (reply.kind === 'later') return [phoneId, reply];
      return [
        phoneId,
        { kind: 'later', detail: reply.detail, isUnanswered: false, isMisconfigured: true, retryAfterMs: 0 },
      ];
    }),
  );
  return new Map(sent);
}

const notKnownRemotely = () =>
  new ParleyError('INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push bouncer');

/** An unknown phone counts only without another failure. Nothing when one was accepted. */
function throwFailure(outcomes: readonly PhoneOutcome[], isEncrypted: boolean): void {
  if (outcomes.some(({ kind }) => kind === 'accepted')) return;
  const failure = outcomes.find(({ kind }) => kind !== 'gone');
  if (!failure) {
    if (isEncrypted) throw new ParleyError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
    throw notKnownRemotely();
  }
  if (failure.kind !== 'later' || failure.isMisconfigured) {
    throw new ParleyError(
      'ADMIN_ACTION_REQUIRED',
      'Push notification configuration issue on server, contact the server administrator or retry later.',
    );
  }
  if (failure.isUnanswered) {
    throw new ParleyError(
      'FAILED_TO_CONNECT_BOUNCER',
      'Network error while connecting to the push notification service.',
    );
  }
  throw new ParleyError(
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    'Internal server error on the push notification service, retry later.',
  );
}
