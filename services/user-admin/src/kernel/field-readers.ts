/** Modules contribute fields to the register response. A fetch value names a group of fields. */
import type { Visitor } from '@parley/core';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { UserId } from '@parley/rules';
import type { Organization } from './domain/organization.ts';
import type { PeopleByRole } from './domain/people-by-role.ts';
import type { Person } from './domain/person.ts';
import type { SnapshotScope } from './scope.ts';

/** A request for fields of the register response. All fields except presences are read in the transaction `tx`. */
export type RegisterRequest = {
  tx: SnapshotScope;
  /** The database snapshot of `tx`. */
  snapshot: Promise<Snapshot>;
  reader: Person | Visitor;
  organization: Organization;
  /** Returns the active people by role. Only for callers with an account. */
  peopleByRole: () => Promise<PeopleByRole>;
  /** Contacts of a guest who may see only contacts and bots; undefined for other readers. */
  contacts: ReadonlySet<UserId> | undefined;
  /** Names of the `client_capabilities` that the client has set to true. */
  capabilities: ReadonlySet<string>;
  /** Whether presence is listed by user ID. Otherwise it is listed by address. */
  slimPresence: boolean;
  /** Number of past days whose presence is included. */
  presenceHistoryDays: number;
  signal: AbortSignal;
};

export type Fields = Record<string, unknown>;

export type FieldReaders = Readonly<Record<string, (request: RegisterRequest) => Fields | Promise<Fields>>>;
