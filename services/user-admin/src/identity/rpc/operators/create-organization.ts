import { emitAll, type Tx } from '@parley/db';
import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
} from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { roles, SYSTEM_GROUP_RULES } from '@parley/rules';
import { checkOrganizationName } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { requireOperator } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { BOT_TYPE } from '../../../kernel/domain/person.ts';
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
 * The organization, its system groups, its bots and its first owner, in one commit; nothing when it is there.
 * @throws BAD_REQUEST
 */
export async function createOrganization(
  ctx: Ctx,
  request: CreateOrganizationRequest,
  call: Call,
): Promise<CreateOrganizationResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  const name = checkOrganizationName(request.name);
  const deliveryEmail = checkEmail(request.ownerEmail, ctx.config.host);
  const fullName = checkFullName(request.ownerFullName);
  checkPassword(request.ownerPassword, deliveryEmail);
  const passwordHash = await ctx.passwords.hash(request.ownerPassword);
  return ctx.db.tx(async (tx) => {
    if (!(await insertOrganization(tx, { name }))) {
      return { ownerUserId: await findFirstOwner(tx), created: false };
    }
    await announceOrganization(ctx, tx);
    const realm = await readRealm(tx, ctx.config);
    for (const { local, fullName: botName } of systemBots) {
      await createAccount(ctx, tx, realm, {
        deliveryEmail: `${local}@${ctx.config.host}`,
        fullName: botName,
        role: roles.member,
        passwordHash: null,
        bot: { type: BOT_TYPE.generic, ownerId: 0, isSystemBot: true },
      });
    }
    const owner = { deliveryEmail, fullName, role: roles.owner, passwordHash };
    const { person } = await createAccount(ctx, tx, realm, owner);
    await audit(tx, call, { action: 'organization.created', userId: person.userId });
    return { ownerUserId: person.userId, created: true };
  });
}

/** Creates the system groups and tells caches of them and of the settings. */
async function announceOrganization(ctx: Ctx, tx: Tx): Promise<void> {
  const rules = SYSTEM_GROUP_RULES.map((rule) => ({ rule, description: systemGroupDescriptions[rule] }));
  await insertSystemGroups(tx, rules);
  const realm = await readRealm(tx, ctx.config);
  const groups = await listGroups(tx);
  await emitAll(tx, [
    ...groups.map((group) => systemGroupCreated(group, realm.systemGroups)),
    organizationCreated(sharedSettings(realm)),
  ]);
}
