import { errors, firstItem, ParleyError, required } from '@parley/core';
import { uniqueViolation } from '@parley/db';
import { emailKey, roles, type UserId } from '@parley/rules';
import { changeAccount, lockExisting } from '../accounts/change-account.ts';
import { createAccount } from '../accounts/create-account.ts';
import { deactivateAccount } from '../accounts/deactivate-account.ts';
import { freeName } from '../accounts/free-name.ts';
import { isClaimable } from '../accounts/joining/claim-stub.ts';
import { wantPicture } from '../accounts/pictures/want-picture.ts';
import { reactivateAccount } from '../accounts/reactivate-account.ts';
import { auditAs, valuesChanged } from '../kernel/audit.ts';
import { findUserByEmail, lockRoles } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import { vouch, vouchForRole } from '../kernel/proof.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { type AccountChanges, countActive } from '../people/db/users.ts';
import {
  answerWith,
  bodyOf,
  requireSchema,
  requireVersion,
  type ScimAnswer,
  type ScimCall,
  withMeta,
} from './answer.ts';
import type { Ctx } from './context.ts';
import type { Creation } from './creation-queue.ts';
import {
  countScimUsers,
  findByExternalId,
  findByUserName,
  findDeletedScimUser,
  findScimUser,
  listScimUsers,
  markScimUserDeleted,
  putScimUser,
  scimGroupsOf,
} from './db/scim-users.ts';
import { countDeactivation } from './deactivation-limit.ts';
import { onlyEqual, type Resource } from './domain/filter.ts';
import { idOf } from './domain/group-resource.ts';
import { applyPatch } from './domain/patch.ts';
import { ScimError } from './domain/scim-error.ts';
import {
  parseUser,
  type ScimUser,
  type StoredScimUser,
  userAttributes,
  userNameKey,
  userResource,
  userSchema,
  writableUser,
} from './domain/user-resource.ts';
import { type Listing, listResources } from './listing.ts';

const locationOf = ({ base }: ScimCall, userId: UserId): string => `${base}/Users/${userId}`;

/** Returns a person as a SCIM resource. @param groups the person's groups; if absent, so is the attribute `groups` */
export const presentUser = (call: ScimCall, user: StoredScimUser, groups?: Resource[]) =>
  withMeta(
    { ...userResource(user), ...(groups && { groups }) },
    { type: 'User', location: locationOf(call, user.userId), ...user },
  );

async function presentAll(db: DbScope | TxScope, call: ScimCall, users: readonly StoredScimUser[]) {
  const rows = await scimGroupsOf(
    db,
    users.map(({ userId }) => userId),
  );
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return users.map((user) => {
    const groups = (byUser.get(user.userId) ?? []).map(({ scimId, name }) => ({
      value: scimId,
      display: name,
      $ref: `${call.base}/Groups/${scimId}`,
    }));
    return presentUser(call, user, groups);
  });
}

const presentWithGroups = async (db: DbScope | TxScope, call: ScimCall, user: StoredScimUser) =>
  firstItem(await presentAll(db, call, [user]));

/** Returns the person whose ID is in the path. @throws ScimError 404 */
async function requireUser(db: DbScope | TxScope, call: ScimCall): Promise<StoredScimUser> {
  const userId = idOf(call.path[1] ?? '');
  const user = userId === undefined ? undefined : await findScimUser(db, userId);
  if (!user) throw new ScimError(404, 'There is no such user.');
  return user;
}

/** Responds with one person. @throws ScimError */
export const getUser = async (scope: DbScope, call: ScimCall): Promise<ScimAnswer> =>
  answerWith(call, 200, await presentWithGroups(scope, call, await requireUser(scope, call)));

const listing: Listing<StoredScimUser> = {
  list: listScimUsers,
  count: countScimUsers,
  lookUp(scope, _call, filter) {
    const [userName, externalId, id] = ['userName', 'externalId', 'id'].map((path) =>
      onlyEqual(filter, path),
    );
    if (userName !== undefined) return findByUserName(scope, userNameKey(userName));
    if (externalId !== undefined) return findByExternalId(scope, externalId);
    return id === undefined ? undefined : findById(scope, id);
  },
  compared: (call, user) => presentUser(call, user),
  present: presentAll,
};

const findById = async (scope: DbScope, id: string): Promise<StoredScimUser[]> =>
  [await findScimUser(scope, idOf(id) ?? 0)].filter((user) => user !== undefined);

/** Responds with the people who match the filter. Common filters use an index. @throws ScimError */
export const listUsers = (scope: DbScope, call: ScimCall): Promise<ScimAnswer> =>
  listResources(listing, scope, call);

/**
 * Creates an account. If the client had deleted a person with this user name or address, or an import has brought one with this address
 * who has not signed in, uses that person's account. The role of an imported person stays the one that the report of the import named.
 * @throws ScimError, BAD_REQUEST
 */
export function createUser(ctx: Pick<Ctx, 'sealer'>, { scope, call, wanted }: Creation): Promise<ScimAnswer> {
  return changing(scope, async (tx) => {
    const keys = { userName: userNameKey(wanted.userName), email: emailKey(wanted.email) };
    const deletedId = await lockDeletedUser(tx, keys);
    if (deletedId !== undefined) {
      await store(call, tx, { person: await lockExisting(tx, deletedId), wanted });
      return answerWith(
        call,
        201,
        await presentWithGroups(tx, call, required(await findScimUser(tx, deletedId), 'person')),
      );
    }
    const stub = await lockStub(tx, keys.email);
    // The user name of an account that no client has named is its address.
    const named = await findByUserName(tx, keys.userName);
    if (named.some(({ userId }) => userId !== stub?.userId)) throw taken();
    if (stub) {
      await store(call, tx, { person: stub, wanted });
      return answerWith(
        call,
        201,
        await presentWithGroups(tx, call, required(await findScimUser(tx, stub.userId), 'person')),
      );
    }
    if (await findUserByEmail(tx, keys.email)) throw taken();
    const { person } = await createAccount(ctx, tx, {
      deliveryEmail: wanted.email,
      fullName: await freeName(tx, wanted, 0),
      role: vouchForRole(tx, 'provisioning', roles.member, { isBot: false }),
      passwordHash: null,
      awaitsSignIn: true,
    });
    await auditAs(tx, undefined, {
      action: 'user.created',
      userId: person.userId,
      details: { method: 'scim', role: person.role },
    });
    await putScimUser(tx, person.userId, wanted);
    await wantPicture(tx, person, wanted.picture, picturesOf(call));
    if (!wanted.isActive) await deactivateAccount(tx, person);
    return answerWith(
      call,
      201,
      await presentWithGroups(tx, call, required(await findScimUser(tx, person.userId), 'person')),
    );
  });
}

/**
 * Returns the ID of an account that the client has deleted, by its user name or address; undefined when there is none. If there
 * is one, takes the lock on roles, because the caller may reactivate or deactivate the account. Creations of new accounts do not
 * wait for this lock.
 */
async function lockDeletedUser(
  tx: TxScope,
  keys: { userName: string; email: string },
): Promise<number | undefined> {
  if ((await findDeletedScimUser(tx, keys)) === undefined) return undefined;
  await lockRoles(tx);
  // Searches again, because another request may have created the person again before this one got the lock.
  return findDeletedScimUser(tx, keys);
}

/** Returns the account of an imported person who has not signed in, by address. Takes the lock on roles if there is one. */
async function lockStub(tx: TxScope, key: string): Promise<Person | undefined> {
  const found = await findUserByEmail(tx, key);
  if (!found || !isClaimable(found)) return undefined;
  await lockRoles(tx);
  const person = await lockExisting(tx, found.userId);
  // The person may have signed in meanwhile.
  return isClaimable(person) && emailKey(person.deliveryEmail) === key ? person : undefined;
}

/** Replaces the attributes of a person. @throws ScimError, BAD_REQUEST */
export async function replaceUser(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const body = bodyOf(call);
  requireSchema(body, userSchema);
  return change(scope, call, () => body);
}

/** Applies a PATCH request to a person. @throws ScimError, BAD_REQUEST */
export async function patchUser(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const body = bodyOf(call);
  return change(scope, call, (user) => applyPatch(writableUser(user), body, userAttributes));
}

function change(
  scope: DbScope,
  call: ScimCall,
  wantedOf: (user: StoredScimUser) => Resource,
): Promise<ScimAnswer> {
  return changing(scope, async (tx) => {
    await lockRoles(tx);
    const before = await requireUser(tx, call);
    requireVersion(call, await presentWithGroups(tx, call, before));
    const { host } = await tx.organization();
    const wanted = parseUser(wantedOf(before), host);
    const { fullName: formerName } = parseUser(writableUser(before), host);
    await store(call, tx, { person: await lockExisting(tx, before.userId), wanted, formerName });
    return answerWith(
      call,
      200,
      await presentWithGroups(tx, call, required(await findScimUser(tx, before.userId), 'person')),
    );
  });
}

/** Deletes a person for the client: deactivates the account and hides it from the client. @throws ScimError */
export function deleteUser(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  return changing(scope, async (tx) => {
    await lockRoles(tx);
    const before = await requireUser(tx, call);
    requireVersion(call, await presentWithGroups(tx, call, before));
    const person = await lockExisting(tx, before.userId);
    await putScimUser(tx, person.userId, before);
    await deactivate(call, tx, person);
    await markScimUserDeleted(tx, person.userId);
    return { status: 204 };
  });
}

/**
 * Stores the attributes that the client sent for a person, and updates the account. Callers must hold the lock on roles.
 * @param formerName the name that the client sent before; if the client sends the same name again, a name that the person has
 * chosen is kept
 */
async function store(
  call: ScimCall,
  tx: TxScope,
  { person, wanted, formerName = '' }: { person: Person; wanted: ScimUser; formerName?: string },
): Promise<void> {
  const { userId } = person;
  await putScimUser(tx, userId, wanted);
  const changes: AccountChanges = {};
  const isRenamed = wanted.fullName !== formerName && wanted.fullName !== person.fullName;
  if (isRenamed) changes.fullName = await freeName(tx, wanted, userId);
  if (emailKey(wanted.email) !== emailKey(person.deliveryEmail)) {
    changes.deliveryEmail = vouch(tx, 'provisioning', 'address', wanted.email);
  }
  const isReactivated = !person.isActive && wanted.isActive;
  const role = vouchForRole(tx, 'provisioning', person.role, person);
  let current = person;
  if (isReactivated || Object.keys(changes).length > 0) {
    current = isReactivated
      ? await reactivateAccount(call, tx, person, { ...changes, role })
      : await changeAccount(tx, person, changes);
    const stored = { ...changes, ...(isReactivated && { isActive: true }) };
    await auditAs(tx, undefined, {
      action: isReactivated ? 'user.reactivated' : 'user.changed',
      userId,
      details: { method: 'scim', ...valuesChanged(person, stored) },
    });
  }
  await wantPicture(tx, current, wanted.picture, picturesOf(call));
  if (current.isActive && !wanted.isActive) await deactivate(call, tx, current);
}

/** Returns the settings for using the pictures that the client sends. */
export const picturesOf = ({ pictures }: ScimCall) => ({ method: 'scim', pictures });

/**
 * Deactivates an account and its bots, and ends their access. Counts it towards the limit of deactivations. Callers must
 * hold the lock on roles.
 * @throws ScimError for the last owner, or when the limit is exceeded
 */
async function deactivate({ share }: ScimCall, tx: TxScope, person: Person): Promise<void> {
  if (!person.isActive) return;
  if (person.role === roles.owner && (await countActive(tx, roles.owner)) <= 1) {
    throw new ScimError(403, 'The only owner of the organization cannot be deactivated.');
  }
  await countDeactivation(tx, person.userId, share);
  await deactivateAccount(tx, person);
}

const taken = () => new ScimError(409, 'Another account has this user name or address.', 'uniqueness');

/** Converts the error of a unique index, or of a taken address, into ScimError 409. */
async function changing(scope: DbScope, work: (tx: TxScope) => Promise<ScimAnswer>): Promise<ScimAnswer> {
  try {
    return await scope.write(work);
  } catch (error) {
    if (uniqueViolation(error) !== undefined) throw taken();
    const isTaken = error instanceof ParleyError && error.message === emailTaken;
    throw isTaken ? taken() : error;
  }
}

const emailTaken = errors.badRequest('Email is already in use.').message;
