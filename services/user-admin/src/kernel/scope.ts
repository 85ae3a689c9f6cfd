/**
 * Scope of a request or job (docs/glossary.md#programs). It reads from the database (`Queryable`). It reads the caller and the
 * organization only once, so that all decisions of a request are based on the same data. Each transaction has its own scope, because the data that decides
 * about a change must be read in the transaction of the change.
 */
import { errors, type Visitor, visitor } from '@parley/core';
import type { Queryable, SnapshotOptions, Tx, TxOptions } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { type Call, personOf, requirePrincipal } from '@parley/rpc';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from './context.ts';
import { readOrganization } from './db/organization.ts';
import { findUser } from './db/people.ts';
import type { Organization } from './domain/organization.ts';
import type { Person } from './domain/person.ts';

/** Data that a request reads at most once. */
export type Facts = {
  /** Deadline, signal, trace, client and principal; passed to RPC clients. */
  readonly call: Call;
  /** @throws UNAUTHORIZED when there is no such person; USER_DEACTIVATED for a deactivated account */
  caller(): Promise<Person>;
  /**
   * Returns who reads: the caller, or a visitor when the call has no credentials. Operations that visitors may call use this
   * instead of `caller`.
   * @throws UNAUTHORIZED for a visitor when the organization does not admit visitors, and for an unknown caller; USER_DEACTIVATED
   * for a deactivated account
   */
  reader(): Promise<Person | Visitor>;
  /** Returns the organization. @throws UNAVAILABLE while no organization exists */
  organization(): Promise<Organization>;
  settings(): Promise<OrganizationSettings>;
};

export type TxScope = Facts &
  Tx & {
    /** Discards the cached organization. Call it after changing the organization in this transaction. */
    forgetOrganization(): void;
  };

/** Scope of one request or job. */
export type DbScope = Facts &
  Queryable & {
    /** @throws UNAVAILABLE while the disk space of the write-ahead log is nearly exhausted */
    write<T>(change: (tx: TxScope) => Promise<T>, options?: Pick<TxOptions, 'check'>): Promise<T>;
    /** Works even while the disk space of the write-ahead log is nearly exhausted: for reads, sign-ins and sign-outs. */
    transaction<T>(work: (tx: TxScope) => Promise<T>): Promise<T>;
    snapshot<T>(
      read: (tx: TxScope, snapshot: Promise<Snapshot>) => Promise<T>,
      options?: SnapshotOptions,
    ): Promise<{ value: T; snapshot: Snapshot }>;
  };

export function createDbScope(ctx: Ctx, call: Call): DbScope {
  const inTransaction = (tx: Tx): TxScope => ({ ...tx, ...readFacts(ctx, call, tx) });
  const { forgetOrganization: _, ...facts } = readFacts(ctx, call, ctx.db);
  const { many, maybeOne, one, execute } = ctx.db;
  return {
    ...facts,
    many,
    maybeOne,
    one,
    execute,
    write: async (change, options) => {
      ctx.writeGuard.check();
      return ctx.db.tx((tx) => change(inTransaction(tx)), options);
    },
    transaction: (work) => ctx.db.tx((tx) => work(inTransaction(tx))),
    snapshot: (read, options) =>
      ctx.db.snapshot((tx, snapshot) => read(inTransaction(tx), snapshot), options),
  };
}

function readFacts(ctx: Ctx, call: Call, db: Queryable): Facts & Pick<TxScope, 'forgetOrganization'> {
  let caller: Promise<Person> | undefined;
  let organization: Promise<Organization> | undefined;
  const readOnce = () => {
    organization ??= readOrganization(db, ctx.config);
    return organization;
  };
  const readCallerOnce = () => {
    caller ??= readCaller(db, call);
    return caller;
  };
  return {
    call,
    caller: readCallerOnce,
    reader: async () => {
      if (personOf(call)) return readCallerOnce();
      if (!(await readOnce()).settings.enable_spectator_access) throw errors.unauthorized();
      return visitor;
    },
    organization: readOnce,
    settings: async () => (await readOnce()).settings,
    forgetOrganization: () => {
      organization = undefined;
    },
  };
}

async function readCaller(db: Queryable, call: Call): Promise<Person> {
  const person = await findUser(db, requirePrincipal(call).userId);
  if (!person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  return person;
}
