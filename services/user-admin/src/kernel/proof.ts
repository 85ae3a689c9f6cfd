/**
 * Guard of dangerous effects (docs/decisions/second-factors.md#dangerous-steps). Functions of `db/` that write such an effect take
 * values of the type `Proven`, which only this file makes. So an operation that writes the effect without the guard does not
 * compile.
 */
import { errors } from '@parley/core';
import { isOfOperator, personOf, requireOperator, requirePrincipal } from '@parley/rpc';
import { asRole, type GroupId, type Role, roles } from '@parley/rules';
import { lockUser } from './db/people.ts';
import { findProof } from './db/proof.ts';
import { checkProof, type Effect, isDangerousSetting, type Proven, type ProvenRole } from './domain/proof.ts';
import { acceptsPasswords, asksLdap } from './domain/sign-in-methods.ts';
import type { TxScope } from './scope.ts';

/** An account that gets a role. */
type RoleHolder = { readonly isBot: boolean };

/** Effects that need a proof whatever their subject is. */
type PlainEffect = Exclude<Effect, 'role' | 'groups' | 'setting'>;

/** Time for which a confirmation of a session is enough, in seconds. */
const recentSeconds = 10 * 60;

const asProven = <T, E extends Effect>(subject: T): Proven<T, E> => subject as Proven<T, E>;

/**
 * Checks that the caller has proven enough for a dangerous effect, and returns the subject of the effect.
 * @param options.onlyInSession whether calls with an API key are never enough
 * @throws CONFIRMATION_REQUIRED when the caller must first confirm the session, or has a second factor and uses an API key;
 * ACCESS_DENIED for an API key with limits, and for one that expires and would make or show another key; UNAUTHORIZED for a call that
 * nobody makes, and for an API key that has ended since the request arrived
 */
export async function prove<T, E extends PlainEffect>(
  tx: TxScope,
  effect: E,
  subject: T,
  { onlyInSession } = { onlyInSession: false },
): Promise<Proven<T, E>> {
  await requireProof(tx, { onlyInSession, needsLastingKey: effect === 'api-key' });
  return asProven<T, E>(subject);
}

/**
 * Checks that the caller may give an account a role. The roles of administrators and owners need a proof. Limited keys give no
 * role above that of a member, because the account can have credentials without limits.
 * @throws the errors of `prove`; BAD_REQUEST when a bot would become an owner
 */
export async function proveRole(tx: TxScope, role: number, holder: RoleHolder): Promise<ProvenRole> {
  checkHolder(role, holder);
  if (role < roles.member) requireUnlimitedKey(tx);
  if (role <= roles.administrator) await requireProof(tx);
  return asProven<Role, 'role'>(asRole(role));
}

/** Returns a role for an account that loses rights with it, or keeps them. Nobody gets more, so this needs no proof. */
export function lowerRole(holder: { readonly role: number }, role: number): ProvenRole {
  if (role < holder.role) throw new Error(`The role ${role} has more rights than ${holder.role}.`);
  return asProven<Role, 'role'>(asRole(role));
}

/** Checks that the caller's invitation may add people to groups. Limited keys invite into no groups. @throws ACCESS_DENIED */
export function proveGroups(tx: TxScope, groupIds: readonly GroupId[]): Proven<readonly number[], 'groups'> {
  if (groupIds.length > 0) requireUnlimitedKey(tx);
  return asProven(groupIds);
}

/** Checks that the caller has proven enough to change settings, and returns the new values. @throws the errors of `prove` */
export async function proveSettings<T extends Readonly<Record<string, unknown>>>(
  tx: TxScope,
  changes: T,
): Promise<Proven<T, 'setting'>> {
  if (Object.keys(changes).some(isDangerousSetting)) await requireProof(tx);
  return asProven(changes);
}

/** What authorizes an effect that no signed-in person causes. */
export type Voucher =
  | 'operator'
  /** A provisioning client (SCIM), or the synchronization with the LDAP directory. */
  | 'provisioning'
  /** A sign-in at an identity provider, or with a password of the LDAP directory. */
  | 'provider'
  /** A sign-in of which at least the first step is complete. */
  | 'sign-in'
  /** A link that was mailed to the person, or that is about to be mailed. */
  | 'mail'
  /** An invitation that its inviter may still give. */
  | 'invitation'
  /** The secret of the setup link, or the server itself. */
  | 'server'
  /** A development server, which gives keys to everybody. */
  | 'development'
  /** The new API key is shown to nobody: it only ends the former one. */
  | 'unseen';

/** Vouchers that also count for the call of a signed-in person: the LDAP directory accepts the person's password, or nobody gets more. */
const besideCaller: ReadonlySet<Voucher> = new Set(['provider', 'unseen']);

/**
 * Returns the subject of an effect that something other than a person's proof authorizes. The caller of this function has
 * checked that. The call of a signed-in person is refused, except with vouchers of `besideCaller`.
 */
export function vouch<T, E extends Exclude<Effect, 'role'>>(
  tx: TxScope,
  by: Voucher,
  _effect: E,
  subject: T,
): Proven<T, E> {
  requireVoucher(tx, by);
  return asProven<T, E>(subject);
}

/** Like `vouch`, for a role. @throws BAD_REQUEST when a bot would become an owner; UNAUTHORIZED_PRINCIPAL */
export function vouchForRole(tx: TxScope, by: Voucher, role: number, holder: RoleHolder): ProvenRole {
  checkHolder(role, holder);
  requireVoucher(tx, by);
  return asProven<Role, 'role'>(asRole(role));
}

/** Like `prove`, for an operation that operators may also call. Their calls are on behalf of nobody. */
export async function proveUnlessOperator<T, E extends PlainEffect>(
  tx: TxScope,
  effect: E,
  subject: T,
): Promise<Proven<T, E>> {
  return isOfOperator(tx.call) ? vouch(tx, 'operator', effect, subject) : prove(tx, effect, subject);
}

async function requireProof(
  tx: TxScope,
  options = { onlyInSession: false, needsLastingKey: false },
): Promise<void> {
  const { userId, sessionId, keyScope, keySha256 } = requirePrincipal(tx.call);
  // What ends a key or a session also locks the account. Otherwise, a stolen key could make another one while its access ends.
  await lockUser(tx, userId);
  const stored = await findProof(
    tx,
    {
      userId,
      ...(sessionId !== undefined && { sessionId }),
      ...(keySha256 !== undefined && { keySha256: Buffer.from(keySha256, 'base64') }),
    },
    recentSeconds,
  );
  if (!stored.isKeyValid) throw errors.unauthorized('Invalid API key');
  // Another key would outlast this one.
  if (options.needsLastingKey && stored.isKeyExpiring) throw errors.keyLimited();
  const settings = await tx.settings();
  checkProof(
    {
      ...stored,
      isSessionConfirmed: sessionId === undefined ? undefined : stored.isConfirmed,
      hasLimitedKey: keyScope !== undefined,
      hasPassword:
        (stored.hasOwnPassword && acceptsPasswords(settings)) || (stored.isInLdap && asksLdap(settings)),
    },
    options,
  );
}

/** Many of these calls are of visitors, who sign in, join, or follow a link. @throws UNAUTHORIZED_PRINCIPAL otherwise */
function requireVoucher({ call }: TxScope, by: Voucher): void {
  if (besideCaller.has(by)) return;
  if (by === 'operator' || personOf(call)) requireOperator(call);
}

/** @throws ACCESS_DENIED for a call with an API key that has limits */
function requireUnlimitedKey({ call }: TxScope): void {
  if (personOf(call)?.keyScope) throw errors.keyLimited();
}

/** Checks that the account may have the role: the owner of a bot would share the rights of an owner with its programs. */
function checkHolder(role: number, { isBot }: RoleHolder): void {
  if (isBot && role === roles.owner) throw errors.badRequest('A bot cannot be an organization owner.');
}
