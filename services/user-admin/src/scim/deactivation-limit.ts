/** Limits how many people a provider can deactivate, so that a wrong rule there cannot lock out the organization. */
import { roles, type UserId } from '@parley/rules';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { deactivationLimitMail, letterheadFor } from '../mails/mail-texts.ts';
import { countActive, listActiveOwners } from '../people/db/users.ts';
import type { Ctx } from './context.ts';
import {
  claimNotification,
  countDeactivations,
  findAllowedPeople,
  insertDeactivation,
} from './db/provisioning-limit.ts';
import { deactivationLimit } from './domain/deactivation-limit.ts';
import { ScimError } from './domain/scim-error.ts';

export class DeactivationLimitError extends ScimError {
  override name = 'DeactivationLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(
      403,
      `At most ${limit} people may be deactivated within a day. An operator can allow more: parley allow-deactivations.`,
    );
    this.limit = limit;
  }
}

/**
 * Counts a deactivation by an identity provider. Callers must hold the lock on roles, so that two transactions cannot both use
 * the last permitted deactivation.
 * @param share maximum share of the active people who may be deactivated within a day
 * @throws DeactivationLimitError when the limit is reached
 */
export async function countDeactivation(tx: TxScope, userId: UserId, share: number): Promise<void> {
  const counted = await countDeactivations(tx);
  const people = (await countActive(tx, roles.guest)) + counted;
  const limit = deactivationLimit(people, share) + (await findAllowedPeople(tx));
  if (counted >= limit) throw new DeactivationLimitError(limit);
  await insertDeactivation(tx, userId);
}

/** Notifies the owners by mail that the limit has stopped the identity provider. Does so at most once a day. */
export async function notifyOwnersOfLimit(
  ctx: Pick<Ctx, 'outbox' | 'logger'>,
  scope: DbScope,
  { limit }: DeactivationLimitError,
): Promise<void> {
  ctx.logger.warn({ limit }, 'provisioning reached the limit of deactivations');
  await scope.write(async (tx) => {
    if (!(await claimNotification(tx))) return;
    for (const owner of await listActiveOwners(tx)) {
      await ctx.outbox.queue(tx, {
        mail: deactivationLimitMail(owner, await letterheadFor(tx, owner), limit),
      });
    }
  });
  ctx.outbox.kick();
}
