/**
 * The scope of a request or job. It reads from the database (`Queryable`), and reads the caller and the organization
 * once, so that a request decides everything on the same facts. Each transaction has a scope of its own, because the
 * facts that decide a change must be read in the transaction that makes it.
 */
import { errors } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from './context.ts';
import { readOrganization } from './db/organization.ts';
import { findUser } from './db/people.ts';
import type { Organization } from './domain/organization.ts';
import type { Person } from './domain/person.ts';

/** Facts that one request reads, each once. */
export type Facts = {
  /** Deadline, signal, trace, client and principal; passed to RPC clients. */
  readonly call: Call;
  /**
   * Returns the person that makes the call.
   * @throws UNAUTHORIZED when there is none, USER_DEACTIVATED for a deactivated account
   */
  caller(): Promise<Person>;
  /** Returns the organization. @throws UNAVAILABLE before it is created */
  organization(): Promise<Organization>;
  settings(): Promise<OrganizationSettings>;
};

/** One transaction of a request. */
export type TxScope = Facts &
  Tx & {
    /** Discards the organization that was read, after a change of the organization. */
    forgetOrganization(): void;
  };

/** One request or job. */
export type Scope = Facts &
  Queryable & {
    /**
     * Makes a change in one transaction.
     * @throws UNAVAILABLE while the write-ahead log is running out of space
     */
    write<T>(change: (tx: TxScope) => Promise<T>): Promise<T>;
    /**
     * Runs work in one transaction, even while the write-ahead log is running out of space. It is meant for reads,
     * sign-ins and sign-outs.
     */
    transaction<T>(work: (tx: TxScope) => Promise<T>): Promise<T>;
    /** Reads in one snapshot. Returns the result and the snapshot. */
    snapshot<T>(
      read: (tx: TxScope, snapshot: Promise<Snapshot>) => Promise<T>,
    ): Promise<{ value: T; snapshot: Snapshot }>;
  };

/** Opens the scope of a request or job. */
export function createScope(ctx: Ctx, call: Call): Scope {
  const inTransaction = (tx: Tx): TxScope => ({ ...tx, ...readFacts(ctx, call, tx) });
  const { forgetOrganization: _, ...facts } = readFacts(ctx, call, ctx.db);
  const { many, maybeOne, one, execute } = ctx.db;
  return {
    ...facts,
    many,
    maybeOne,
    one,
    execute,
    write: async (change) => {
      ctx.writeGuard.check();
      return ctx.db.tx((tx) => change(inTransaction(tx)));
    },
    transaction: (work) => ctx.db.tx((tx) => work(inTransaction(tx))),
    snapshot: (read) => ctx.db.snapshot((tx, snapshot) => read(inTransaction(tx), snapshot)),
  };
}

function readFacts(ctx: Ctx, call: Call, db: Queryable): Facts & Pick<TxScope, 'forgetOrganization'> {
  let caller: Promise<Person> | undefined;
  let organization: Promise<Organization> | undefined;
  const readOnce = () => {
    organization ??= readOrganization(db, ctx.config);
    return organization;
  };
  return {
    call,
    caller: () => {
      caller ??= readCaller(db, call);
      return caller;
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
