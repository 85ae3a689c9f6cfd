/**
 * Limits how many people an identity provider deactivates, so that a wrong rule there cannot lock out the organization.
 */
import { roles } from '@parley/rules';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import {
  claimNotification,
  countDeactivations,
  findAllowedPeople,
  insertDeactivation,
} from '../db/provisioning-limit.ts';
import { countActive, listActiveOwners } from '../db/users.ts';
import { deactivationLimit } from '../domain/directory-sync.ts';
import { ScimError } from '../domain/scim/scim-error.ts';
import { deactivationLimitMail, letterheadFor } from '../outbox/mail-texts.ts';

/** More people than the limit would be deactivated within a day. */
export class DeactivationLimitError extends ScimError {
  override name = 'DeactivationLimitError';
  readonly limit: number;

  constructor(limit: number) {
    super(
      403,
      `At most ${limit} people may be deactivated within a day. An operator can allow more: admin.js allow-deactivations.`,
    );
    this.limit = limit;
  }
}

/**
 * Counts a deactivation by an identity provider. Callers hold the lock of roles, so two transactions cannot both use
 * the last one.
 * @param share the share of active people who may be deactivated within a day
 * @throws DeactivationLimitError
 */
export async function countDeactivation(tx: TxScope, userId: number, share: number): Promise<void> {
  const counted = await countDeactivations(tx);
  const people = (await countActive(tx, roles.guest)) + counted;
  const limit = deactivationLimit(people, share) + (await findAllowedPeople(tx));
  if (counted >= limit) throw new DeactivationLimitError(limit);
  await insertDeactivation(tx, userId);
}

/** Mails the owners, at most once a day, that the limit stopped the identity provider. */
export async function notifyOwnersOfLimit(
  ctx: Pick<Ctx, 'outbox' | 'logger'>,
  scope: Scope,
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
