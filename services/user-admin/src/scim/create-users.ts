import { firstItem, itemAt, ParleyError, required } from '@parley/core';
import { uniqueViolation } from '@parley/db';
import { emailKey, roles } from '@parley/rules';
import { createAccounts, type NewAccount } from '../accounts/create-account.ts';
import { freeName } from '../accounts/free-name.ts';
import { wantPicture } from '../accounts/pictures/want-picture.ts';
import { actorOf } from '../kernel/audit.ts';
import { insertAudit } from '../kernel/db/audit.ts';
import { vouchForRole } from '../kernel/proof.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { answerWith, bodyOf, requireSchema, type ScimAnswer, type ScimCall } from './answer.ts';
import type { Ctx } from './context.ts';
import type { CreateTogether, Creation } from './creation-queue.ts';
import { findScimUsers, knownKeys, putScimUsers } from './db/scim-users.ts';
import { parseUser, userNameKey, userSchema } from './domain/user-resource.ts';
import { createUser, picturesOf, presentUser } from './users.ts';

/** Parses a request to create a person. @throws ScimError, BAD_REQUEST */
export function readCreation({ config }: Pick<Ctx, 'config'>, scope: DbScope, call: ScimCall): Creation {
  const body = bodyOf(call);
  requireSchema(body, userSchema);
  return { scope, call, wanted: parseUser(body, config.host) };
}

/**
 * Returns a function that creates people. It uses one transaction for all people in simple cases. Other people are created one
 * after the other: those who may already have an account, who are created as deactivated, or whose name must be unique.
 */
export const createTogether =
  (ctx: Pick<Ctx, 'sealer'>): CreateTogether =>
  async (creations) => {
    const answers = await createPlain(ctx, creations);
    const outcomes: PromiseSettledResult<ScimAnswer>[] = [];
    for (const creation of creations) {
      const answer = answers.get(creation);
      const creating = answer ? Promise.resolve(answer) : createUser(ctx, creation);
      outcomes.push(...(await Promise.allSettled([creating])));
    }
    return outcomes;
  };

/** Creates simple people in one transaction. Empty when one is refused; the caller then creates them one by one. */
async function createPlain(
  ctx: Pick<Ctx, 'sealer'>,
  creations: readonly Creation[],
): Promise<Map<Creation, ScimAnswer>> {
  try {
    return await firstItem(creations).scope.write(async (tx) => {
      const plain = await plainAmong(tx, creations);
      // Two replicas that create the same people insert them in the same order, so that they cannot deadlock.
      const keyOf = ({ wanted }: Creation) => emailKey(wanted.email);
      plain.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      return plain.length === 0 ? new Map() : await createAll(ctx, tx, plain);
    });
  } catch (error) {
    const isRefusal = error instanceof ParleyError && error.status < 500;
    if (isRefusal || uniqueViolation(error) !== undefined) return new Map();
    throw error;
  }
}

const keysOf = ({ wanted }: Creation): string[] => [
  ...new Set([userNameKey(wanted.userName), emailKey(wanted.email)]),
];

async function plainAmong(tx: TxScope, creations: readonly Creation[]): Promise<Creation[]> {
  if ((await tx.settings()).require_unique_names) return [];
  const known = await knownKeys(tx, {
    userNames: creations.map(({ wanted }) => userNameKey(wanted.userName)),
    emails: creations.map(({ wanted }) => emailKey(wanted.email)),
  });
  return creations.filter((creation) => {
    const keys = keysOf(creation);
    const isFree = creation.wanted.isActive && !keys.some((key) => known.has(key));
    // Only the first of two requests for the same person is simple. So the second one is refused separately.
    for (const key of keys) known.add(key);
    return isFree;
  });
}

async function createAll(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  creations: readonly Creation[],
): Promise<Map<Creation, ScimAnswer>> {
  const accounts: NewAccount[] = [];
  for (const { wanted } of creations) {
    accounts.push({
      deliveryEmail: wanted.email,
      fullName: await freeName(tx, wanted, 0),
      role: vouchForRole(tx, 'provisioning', roles.member, { isBot: false }),
      passwordHash: null,
      awaitsSignIn: true,
    });
  }
  const created = await createAccounts(ctx, tx, accounts);
  const userIds = created.map(({ person }) => person.userId);
  await insertAudit(
    tx,
    created.map(({ person }, at) => ({
      actor: actorOf(itemAt(creations, at).scope.call, undefined),
      action: 'user.created',
      userId: person.userId,
      details: { method: 'scim', role: person.role },
    })),
  );
  await putScimUsers(
    tx,
    creations.map(({ wanted }, at) => ({ ...wanted, userId: itemAt(userIds, at) })),
  );
  for (const [at, { wanted, call }] of creations.entries()) {
    await wantPicture(tx, itemAt(created, at).person, wanted.picture, picturesOf(call));
  }
  // Reads the stored rows again, because a resource's version depends on them.
  const stored = new Map((await findScimUsers(tx, userIds)).map((user) => [user.userId, user]));
  return new Map(
    creations.map((creation, at) => {
      const { call } = creation;
      return [
        creation,
        answerWith(
          call,
          201,
          presentUser(call, required(stored.get(itemAt(userIds, at)), 'person that was created'), []),
        ),
      ];
    }),
  );
}
