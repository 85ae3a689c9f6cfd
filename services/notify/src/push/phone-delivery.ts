import { required } from '@parley/core';
import { type Db, emitAll } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { forgetForwarderNames, forgetToken, type Phone } from '../db/phones.ts';
import { deviceUpdated } from '../events/phones.ts';
import type { PhoneContent } from './phone-content.ts';
import type { PhoneOutcome } from './phone-outcome.ts';
import type { Route } from './phone-transport.ts';

/** The forwarding service takes several phones in one request. */
export type Notification = {
  route: Route;
  /** Whether the forwarding service's call for encrypted notifications is used. The service has another call for tokens. */
  isEncrypted: boolean;
  userId: UserId;
  phones: readonly Phone[];
  content: PhoneContent;
};

export async function notify(
  { phones: { fcm, apns, forwarder } }: Pick<Ctx, 'phones'>,
  { route, isEncrypted, userId, phones, content }: Notification,
): Promise<Map<number, PhoneOutcome>> {
  if (route === 'forwarder') {
    const service = required(forwarder, 'forwarding service');
    return isEncrypted
      ? service.notifyEncrypted(phones, content)
      : service.notifyTokens(userId, phones, content);
  }
  const service = required(route === 'fcm' ? fcm : apns, `service ${route}`);
  const outcomes = phones.map(
    async ({ phoneId, token }): Promise<[number, PhoneOutcome]> => [
      phoneId,
      await service.send(required(token, 'token of a phone'), content),
    ],
  );
  return new Map(await Promise.all(outcomes));
}

/** Devices are kept, without their name at the forwarding service. */
export async function deleteUnknownPhones(
  db: Db,
  { userId, phones }: Pick<Notification, 'userId' | 'phones'>,
  outcomes: ReadonlyMap<number, PhoneOutcome>,
): Promise<void> {
  const names: string[] = [];
  for (const { phoneId, kind, service, token, forwarderName } of phones) {
    const outcome = outcomes.get(phoneId);
    if (outcome?.kind !== 'gone') continue;
    if (kind === 'token')
      await forgetToken(db, { service, token: required(token, 'token of a phone') }, outcome.since);
    else names.push(required(forwarderName, 'name of a phone'));
  }
  if (names.length === 0) return;
  await db.tx(async (tx) => {
    const deviceIds = await forgetForwarderNames(tx, userId, names);
    await emitAll(
      tx,
      deviceIds.map((deviceId) => deviceUpdated(userId, deviceId, { push_token_id: null })),
    );
  });
}
