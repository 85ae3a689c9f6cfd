/** Interface by which modules contribute to the register response: each lists readers of fields by fetch value. */
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { effectiveUserSettings, type UserSettings } from '@parley/settings';
import { findUserSettings } from './db/user-settings.ts';
import type { Organization } from './domain/organization.ts';
import type { PeopleByRole } from './domain/people-by-role.ts';
import type { Person } from './domain/person.ts';
import type { TxScope } from './scope.ts';

/** A request for fields of a registration. Readers read everything in `tx`. */
export type RegisterRequest = {
  tx: TxScope;
  /** The snapshot of `tx`. */
  snapshot: Promise<Snapshot>;
  /** Undefined for a spectator. */
  caller: Person | undefined;
  organization: Organization;
  /** Reads who has which role; for callers with an account. */
  peopleByRole: () => Promise<PeopleByRole>;
  /** Contacts of a guest who does not see everybody; undefined for callers who do. */
  contacts: ReadonlySet<number> | undefined;
  clientGravatar: boolean;
  /** `client_capabilities` that are true. */
  capabilities: ReadonlySet<string>;
  /** Presence by user ID instead of by address. */
  slimPresence: boolean;
  /** Number of days of which presence is included. */
  presenceHistoryDays: number;
  signal: AbortSignal;
};

/** Fields of the register response by name. */
export type Fields = Record<string, unknown>;

/** Readers by fetch value. */
export type FieldReaders = Readonly<Record<string, (request: RegisterRequest) => Fields | Promise<Fields>>>;

/** Reads the effective personal settings of the caller; the defaults for a spectator. */
export async function readOwnSettings({ tx, caller }: RegisterRequest): Promise<UserSettings> {
  return effectiveUserSettings(caller ? await findUserSettings(tx, caller.userId) : {});
}
