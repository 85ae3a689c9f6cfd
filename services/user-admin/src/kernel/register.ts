/** How modules contribute to the register response: readers of fields by fetch value. */
import type { Tx } from '@parley/db';
import { effectiveUserSettings } from '@parley/settings';
import { findUserSettings } from './db/user-settings.ts';
import type { Person } from './domain/person.ts';
import type { Realm } from './domain/realm.ts';

/** What a registration asks for. All of it is read in `tx`. */
export type RegisterRequest = {
  tx: Tx;
  /** Undefined for a spectator. */
  caller: Person | undefined;
  realm: Realm;
  /** IDs of the people whom a guest sees, where guests do not see everybody; undefined for everybody. */
  shares: ReadonlySet<number> | undefined;
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
export async function readOwnSettings({ tx, caller }: RegisterRequest): Promise<Fields> {
  return effectiveUserSettings(caller ? await findUserSettings(tx, caller.userId) : {});
}
