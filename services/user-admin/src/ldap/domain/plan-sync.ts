/** Computes the changes of a synchronization with an LDAP directory. No I/O. */
import { emailKey, type UserId } from '@parley/rules';
import { usableName } from '../../access/domain/external-identity.ts';
import type { LdapEntry } from './entry.ts';

/** A person's account on this server. */
export type LdapAccount = {
  userId: UserId;
  email: string;
  fullName: string;
  isActive: boolean;
  /** ID of the directory entry that is linked to the account; null when there is none. */
  subject: string | null;
  /** Whether a synchronization has deactivated the account because its entry was missing. */
  isAbsent: boolean;
};

export type SyncStep =
  | { kind: 'create'; entry: LdapEntry }
  | { kind: 'link'; entry: LdapEntry; userId: UserId }
  | { kind: 'change'; entry: LdapEntry; userId: UserId }
  | { kind: 'reactivate'; entry: LdapEntry; userId: UserId }
  | { kind: 'deactivate'; userId: UserId; email: string };

export type SyncPlan = {
  steps: SyncStep[];
  unchanged: number;
  /** Number of active people with a linked directory entry, before the synchronization. */
  linked: number;
  problems: string[];
};

/** Plans a synchronization: the steps that make accounts match the directory, with deactivations as the last steps. */
export function planSync(
  entries: readonly LdapEntry[],
  accounts: readonly LdapAccount[],
  { createAccounts }: { createAccounts: boolean },
): SyncPlan {
  const bySubject = new Map(
    accounts.flatMap((each) => (each.subject === null ? [] : [[each.subject, each]])),
  );
  const byEmail = new Map(accounts.map((each) => [emailKey(each.email), each]));
  const present = new Set(entries.map(({ subject }) => subject));
  const problems: string[] = [];
  const steps: SyncStep[] = [];
  for (const entry of new Map(entries.map((each) => [each.subject, each])).values()) {
    if (entry.email === '') {
      problems.push(`${entry.subject}: the entry has no address`);
      continue;
    }
    const step = stepOf(entry, bySubject.get(entry.subject), byEmail.get(emailKey(entry.email)));
    if (typeof step === 'string') problems.push(`${entry.email}: ${step}`);
    else if (step && (step.kind !== 'create' || createAccounts)) steps.push(step);
  }
  const linked = accounts.filter(({ subject, isActive }) => subject !== null && isActive);
  const absent = linked.filter(({ subject }) => subject === null || !present.has(subject));
  for (const { userId, email } of absent) steps.push({ kind: 'deactivate', userId, email });
  return { steps, unchanged: present.size - steps.length + absent.length, linked: linked.length, problems };
}

/** Returns the step for one entry. Returns undefined when nothing changes, and an error text when an administrator must decide. */
function stepOf(
  entry: LdapEntry,
  linked: LdapAccount | undefined,
  sameEmail: LdapAccount | undefined,
): SyncStep | string | undefined {
  if (!linked) {
    if (!sameEmail) return { kind: 'create', entry };
    if (sameEmail.subject !== null) return 'another entry belongs to the account with this address';
    return { kind: 'link', entry, userId: sameEmail.userId };
  }
  const { userId } = linked;
  if (!linked.isActive) {
    // Does not reactivate an account that an administrator has deactivated.
    return linked.isAbsent ? { kind: 'reactivate', entry, userId } : undefined;
  }
  const { email, fullName } = changesOf(entry, linked);
  return email === undefined && fullName === undefined ? undefined : { kind: 'change', entry, userId };
}

/** Returns the address and the name that an entry changes in its account. Unchanged ones are absent. */
export function changesOf(
  entry: LdapEntry,
  account: { email: string; fullName: string },
): { email?: string; fullName?: string } {
  const fullName = usableName(entry.fullName, entry.email);
  // If names must be unique, the account's name may be followed by a part of the address.
  const hasName = account.fullName === fullName || account.fullName.startsWith(`${fullName} (`);
  const hasEmail = emailKey(entry.email) === emailKey(account.email);
  return { ...(!hasEmail && { email: entry.email }), ...(!hasName && { fullName }) };
}
