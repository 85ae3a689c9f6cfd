import { emitAll } from '@parley/db';
import { roles, SYSTEM_GROUP_RULES } from '@parley/rules';
import type { PasswordHash } from '../../access/domain/password-hash.ts';
import { BOT_TYPE, type Person } from '../../kernel/domain/person.ts';
import { vouchForRole } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertSystemGroups, listGroups } from '../../organization/db/groups.ts';
import { insertOrganization } from '../../organization/db/organization.ts';
import { systemGroupDescriptions } from '../../organization/domain/groups.ts';
import { systemGroupCreated } from '../../organization/events/groups.ts';
import { organizationCreated } from '../../organization/events/organization.ts';
import { organizationFact } from '../../organization/settings/shared-settings.ts';
import type { Ctx } from '../context.ts';
import { createAccount } from '../create-account.ts';
import { deleteSetupSalt } from '../db/first-run.ts';

/** Bots that send messages of the server itself. `local` is the part of their address before `@`. */
const systemBots = [
  { local: 'notification-bot', fullName: 'Notification Bot' },
  { local: 'welcome-bot', fullName: 'Welcome Bot' },
] as const;

export type FirstOwner = {
  deliveryEmail: string;
  fullName: string;
  /** Null where people sign in without passwords. */
  passwordHash: PasswordHash | null;
  timezone?: string;
};

/** Of concurrent calls, only one creates it. Returns the owner; undefined when the organization already exists. */
export async function foundOrganization(
  ctx: Ctx,
  tx: TxScope,
  name: string,
  owner: FirstOwner,
): Promise<Person | undefined> {
  if (!(await foundWithoutOwner(ctx, tx, name))) return undefined;
  const role = vouchForRole(tx, 'server', roles.owner, { isBot: false });
  const { person } = await createAccount(ctx, tx, { ...owner, role });
  return person;
}

/** Creates the organization without people, for an import that brings them. Returns false when it exists already. */
export async function foundWithoutOwner(ctx: Ctx, tx: TxScope, name: string): Promise<boolean> {
  if (!(await insertOrganization(tx, { name }))) return false;
  await createSystemGroups(tx);
  for (const { local, fullName } of systemBots) {
    await createAccount(ctx, tx, {
      deliveryEmail: `${local}@${ctx.config.host}`,
      fullName,
      role: vouchForRole(tx, 'server', roles.member, { isBot: true }),
      passwordHash: null,
      bot: { type: BOT_TYPE.generic, ownerId: 0, isSystemBot: true },
    });
  }
  await deleteSetupSalt(tx);
  return true;
}

async function createSystemGroups(tx: TxScope): Promise<void> {
  const rules = SYSTEM_GROUP_RULES.map((rule) => ({ rule, description: systemGroupDescriptions[rule] }));
  await insertSystemGroups(tx, rules);
  const organization = await tx.organization();
  const groups = await listGroups(tx);
  await emitAll(tx, [
    ...groups.map((group) => systemGroupCreated(group, organization.systemGroups)),
    organizationCreated(await organizationFact(tx)),
  ]);
}
