import { emitAll } from '@parley/db';
import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
} from '@parley/proto/useradmin/v1/user_admin';
import { roles, SYSTEM_GROUP_RULES } from '@parley/rules';
import { checkOrganizationName } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { requireOperator } from '../../../kernel/caller.ts';
import { BOT_TYPE } from '../../../kernel/domain/person.ts';
import type { Scope, TxScope } from '../../../kernel/scope.ts';
import { insertSystemGroups, listGroups } from '../../../organization/db/groups.ts';
import { insertOrganization } from '../../../organization/db/organization.ts';
import { systemGroupDescriptions } from '../../../organization/domain/groups.ts';
import { sharedSettings } from '../../../organization/domain/realm-fields.ts';
import { systemGroupCreated } from '../../../organization/events/groups.ts';
import { organizationCreated } from '../../../organization/events/organization.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { findFirstOwner } from '../../db/users.ts';
import { checkEmail, checkFullName, checkPassword } from '../../domain/account-rules.ts';

/** Bots that speak for the server, by the part of their address before `@`. */
const systemBots = [
  { local: 'notification-bot', fullName: 'Notification Bot' },
  { local: 'welcome-bot', fullName: 'Welcome Bot' },
] as const;

/**
 * Creates the organization with its system groups, system bots and first owner in one transaction. Does nothing when
 * the organization exists.
 * @throws BAD_REQUEST
 */
export async function createOrganization(
  ctx: Ctx,
  request: CreateOrganizationRequest,
  scope: Scope,
): Promise<CreateOrganizationResponse> {
  requireOperator(scope);
  ctx.writeGuard.check();
  const name = checkOrganizationName(request.name);
  const deliveryEmail = checkEmail(request.ownerEmail, ctx.config.host);
  const fullName = checkFullName(request.ownerFullName);
  checkPassword(request.ownerPassword, deliveryEmail);
  const passwordHash = await ctx.passwords.hash(request.ownerPassword);
  return scope.write(async (tx) => {
    if (!(await insertOrganization(tx, { name }))) {
      return { ownerUserId: await findFirstOwner(tx), created: false };
    }
    await createSystemGroups(tx);
    for (const { local, fullName: botName } of systemBots) {
      await createAccount(ctx, tx, {
        deliveryEmail: `${local}@${ctx.config.host}`,
        fullName: botName,
        role: roles.member,
        passwordHash: null,
        bot: { type: BOT_TYPE.generic, ownerId: 0, isSystemBot: true },
      });
    }
    const owner = { deliveryEmail, fullName, role: roles.owner, passwordHash };
    const { person } = await createAccount(ctx, tx, owner);
    await audit(tx, { action: 'organization.created', userId: person.userId });
    return { ownerUserId: person.userId, created: true };
  });
}

/** Creates the system groups and emits the facts about them and the settings. */
async function createSystemGroups(tx: TxScope): Promise<void> {
  const rules = SYSTEM_GROUP_RULES.map((rule) => ({ rule, description: systemGroupDescriptions[rule] }));
  await insertSystemGroups(tx, rules);
  const organization = await tx.organization();
  const groups = await listGroups(tx);
  await emitAll(tx, [
    ...groups.map((group) => systemGroupCreated(group, organization.systemGroups)),
    organizationCreated(sharedSettings(organization)),
  ]);
}
