/**
 * Scope of a request or job (docs/glossary.md#programs). It reads from the database (`Queryable`). It reads the caller and the
 * organization only once, so that all decisions of a request are based on the same data. Each transaction has its own scope, because the data that decides
 * about a change must be read in the transaction of the change.
 */
import { errors, type Visitor, visitor } from '@parley/core';
import type { Queryable, SnapshotOptions, SnapshotTx, Tx, TxOptions } from '@parley/db';
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

/** Scope of a transaction that reads one snapshot of the database. */
export type SnapshotScope = TxScope &
  SnapshotTx & {
    /** Returns what `read` returns, and calls it only once: in a snapshot, what it reads does not change. */
    once<T>(read: (tx: SnapshotScope) => Promise<T>): Promise<T>;
  };

/** Scope of one request or job. */
export type DbScope = Facts &
  Queryable & {
    /** @throws UNAVAILABLE while the disk space of the write-ahead log is nearly exhausted */
    write<T>(change: (tx: TxScope) => Promise<T>, options?: Pick<TxOptions, 'check'>): Promise<T>;
    /** Works even while the disk space of the write-ahead log is nearly exhausted: for reads, sign-ins and sign-outs. */
    transaction<T>(work: (tx: TxScope) => Promise<T>): Promise<T>;
    snapshot<T>(
      read: (tx: SnapshotScope, snapshot: Promise<Snapshot>) => Promise<T>,
      options?: SnapshotOptions,
    ): Promise<{ value: T; snapshot: Snapshot }>;
  };

export function createDbScope(ctx: Ctx, call: Call): DbScope {
  const inTransaction = (tx: Tx): TxScope => ({ ...tx, ...readFacts(ctx, call, tx, new Memo()) });
  const inSnapshot = (tx: SnapshotTx): SnapshotScope => {
    const memo = new Memo();
    const scope: SnapshotScope = {
      ...tx,
      ...readFacts(ctx, call, tx.small, memo),
      once: (read) => memo.once(read, () => read(scope)),
    };
    return scope;
  };
  const { forgetOrganization: _, ...facts } = readFacts(ctx, call, ctx.db, new Memo());
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
    snapshot: (read, options) => ctx.db.snapshot((tx, snapshot) => read(inSnapshot(tx), snapshot), options),
  };
}

/** What a scope has read, by the function that reads it. */
class Memo {
  readonly #read = new Map<unknown, Promise<unknown>>();

  once<T>(key: (...args: never[]) => Promise<T>, read: () => Promise<T>): Promise<T> {
    let value = this.#read.get(key) as Promise<T> | undefined;
    if (!value) {
      value = read();
      this.#read.set(key, value);
    }
    return value;
  }

  forget(key: (...args: never[]) => unknown): void {
    this.#read.delete(key);
  }
}

function readFacts(
  ctx: Ctx,
  call: Call,
  db: Queryable,
  memo: Memo,
): Facts & Pick<TxScope, 'forgetOrganization'> {
  const organization = () => memo.once(readOrganization, () => readOrganization(db, ctx.config));
  const caller = () => memo.once(readCaller, () => readCaller(db, call));
  return {
    call,
    caller,
    reader: async () => {
      if (personOf(call)) return caller();
      if (!(await organization()).settings.enable_spectator_access) throw errors.unauthorized();
      return visitor;
    },
    organization,
    settings: async () => (await organization()).settings,
    forgetOrganization: () => memo.forget(readOrganization),
  };
}

async function readCaller(db: Queryable, call: Call): Promise<Person> {
  const person = await findUser(db, requirePrincipal(call).userId);
  if (!person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  return person;
}
