/** How modules contribute to the register response: readers of fields by fetch value. */
import { effectiveUserSettings, type UserSettings } from '@parley/settings';
import { findUserSettings } from './db/user-settings.ts';
import type { Organization } from './domain/organization.ts';
import type { Person } from './domain/person.ts';
import type { TxScope } from './scope.ts';

/** What a registration asks for. All of it is read in `tx`. */
export type RegisterRequest = {
  tx: TxScope;
  /** Undefined for a spectator. */
  caller: Person | undefined;
  organization: Organization;
  /** Contacts of a guest who does not see everybody; undefined for callers who do. */
  contacts: ReadonlySet<number> | undefined;
  clientGravatar: boolean;
  /** `client_capabilities` that are true. */
  capabilities: ReadonlySet<string>;
  /** Presence by user ID instead of by address. */
  slimPresence: boolean;
  /** Presence of the last days is included. */
  presenceHistoryDays: number;
  signal: AbortSignal;
};

/** Fields of the register response by name. */
export type Fields = Record<string, unknown>;

/** Readers by fetch value. */
export type FieldReaders = Readonly<Record<string, (request: RegisterRequest) => Fields | Promise<Fields>>>;

/** The caller's personal settings in force; the defaults for a spectator. */
export async function readOwnSettings({ tx, caller }: RegisterRequest): Promise<UserSettings> {
  return effectiveUserSettings(caller ? await findUserSettings(tx, caller.userId) : {});
}
