import { createHash } from 'node:crypto';
import { isNoOrganization, isRecord, itemAt, ParleyError, partBefore, required } from '@parley/core';
import type { ImportedPerson, ImportedPersonResult } from '@parley/proto/useradmin/v1/importing';
import { emailKey, foldCase, limits, roles, shorten } from '@parley/rules';
import { usableName } from '../../access/domain/external-identity.ts';
import { findUser, findUserByEmail } from '../../kernel/db/people.ts';
import { mergeUserSettings } from '../../kernel/db/user-settings.ts';
import { knownTimezone } from '../../kernel/domain/languages.ts';
import { BOT_TYPE, type Person } from '../../kernel/domain/person.ts';
import { vouch, vouchForRole } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listDomains } from '../../organization/db/domains.ts';
import { domainKey } from '../../organization/domain/domain-names.ts';
import { isNameTaken, lockName } from '../../people/db/users.ts';
import { checkEmail } from '../../people/domain/account-rules.ts';
import { checkSettings } from '../change-settings.ts';
import type { Ctx } from '../context.ts';
import { createAccounts, type NewAccount } from '../create-account.ts';
import {
  erasedPeople,
  knownPeople,
  lockImportedPeople,
  putImportedPerson,
  putUses,
  reserveUserIds,
} from '../db/imports.ts';
import { insertAlertWords } from '../db/personal.ts';
import { maxAlertWords } from '../domain/alert-words.ts';

/** Length of a name before its number, in code points. */
const numberedLength = limits.personNameLength - 10;

export type PeopleImport = {
  importId: number;
  source: string;
  /** Undefined: people are merged where the address of the existing account is verified. */
  mergePeople: boolean | undefined;
  isDryRun: boolean;
  /** Names that people before these would have got in a dry run. */
  takenNames: readonly string[];
};

type Planned = { person: ImportedPerson; account: NewAccount; result: ImportedPersonResult };

/** What is there before, by the keys of people. */
type Known = {
  people: Awaited<ReturnType<typeof knownPeople>>;
  erased: Awaited<ReturnType<typeof erasedPeople>>;
  mayMerge: (existing: Person) => boolean;
  /** Keys of the addresses that new accounts of this call get. */
  takenAddresses: Set<string>;
  /** Names of people who are not stored yet, folded. Grows with each of them. */
  takenNames: Set<string>;
};

/** New accounts are stubs until their people sign in; nobody gets a mail. Must run in a transaction. */
export async function importPeople(
  ctx: Ctx,
  tx: TxScope,
  asked: PeopleImport,
  people: readonly ImportedPerson[],
): Promise<ImportedPersonResult[]> {
  const { importId, source, isDryRun } = asked;
  if (!isDryRun) await lockImportedPeople(tx);
  const keys = people.map(({ key }) => key);
  const known: Known = {
    people: await knownPeople(tx, source, keys),
    erased: await erasedPeople(tx, source, keys),
    mayMerge: await mergeRule(tx, asked.mergePeople),
    takenAddresses: new Set(),
    takenNames: new Set(asked.takenNames.map(foldCase)),
  };
  const results = new Map<string, ImportedPersonResult>();
  const planned: Planned[] = [];
  for (const person of people) {
    if (results.has(person.key)) continue;
    const before = await resultOfBefore(ctx, tx, asked, known, person);
    const { result, account } = before ? { result: before } : await takeIn(ctx, tx, asked, known, person);
    results.set(person.key, result);
    if (!account) continue;
    planned.push({ person, account, result });
    if (person.isActive) known.takenNames.add(foldCase(account.fullName));
  }
  if (!isDryRun) {
    await createPlanned(ctx, tx, { importId, source }, planned);
    await putUses(
      tx,
      importId,
      [...results.values()].map(({ userId }) => userId),
    );
  }
  return keys.map((key) => required(results.get(key), 'result of an imported person'));
}

/** Returns the result for somebody whom an import has brought before; undefined for everybody else. */
async function resultOfBefore(
  ctx: Ctx,
  tx: TxScope,
  { importId }: PeopleImport,
  known: Known,
  person: ImportedPerson,
): Promise<ImportedPersonResult | undefined> {
  const before = known.people.get(person.key);
  const there = before && (await findUser(tx, before.userId));
  if (there) {
    const findings: string[] = [];
    // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
    const own = before.isCreated ? 'created' : 'merged';
    const outcome = before.importId === importId ? own : 'known';
    if (outcome === 'created') findings.push(...findingsOf(ctx, person, there));
    if (outcome === 'known' && isSomebodyElse(person, there)) findings.push('other-address');
    return resultOf(there, outcome, findings);
  }
  const gone = known.erased.get(person.key);
  const nameless = gone && (await findUser(tx, gone.userId));
  if (!gone || !nameless) return undefined;
  const { deletesMessages } = gone;
  return { ...resultOf(nameless, 'known', ['erased-person']), deletesMessages };
}

/** Merges somebody new with the existing account of the same address, or returns the account to create, whose ID is not known yet. */
async function takeIn(
  ctx: Ctx,
  tx: TxScope,
  { importId, source, isDryRun }: PeopleImport,
  { mayMerge, takenAddresses, takenNames }: Known,
  person: ImportedPerson,
): Promise<{ result: ImportedPersonResult; account?: NewAccount }> {
  const findings: string[] = [];
  const address = usableAddress(ctx, person, findings);
  const existing = address === undefined ? undefined : await findUserByEmail(tx, emailKey(address));
  const isSame =
    existing && !person.isAddressTaken && !existing.isSystemBot && existing.isBot === person.botType > 0;
  if (isSame && mayMerge(existing)) {
    const { userId } = existing;
    if (!isDryRun)
      await putImportedPerson(tx, { source, key: person.key, userId, importId, isCreated: false });
    return { result: resultOf(existing, 'merged', findings) };
  }
  // The previous release does not say which addresses people of the same call have.
  const isTaken =
    address !== undefined &&
    (existing !== undefined || person.isAddressTaken || takenAddresses.has(emailKey(address)));
  if (isTaken) findings.push('address-taken');
  const usable = address === undefined || isTaken ? standIn(source, person.key) : address;
  const isClaimable = usable === address;
  if (isClaimable) takenAddresses.add(emailKey(usable));
  const account = await accountOf(tx, person, { address: usable, isClaimable, isDryRun, takenNames });
  if (isRenamed(person, account.fullName)) findings.push('renamed-person');
  validSettings(person, findings);
  return { result: resultOf({ userId: 0, fullName: account.fullName }, 'created', findings), account };
}

const resultOf = (
  { userId, fullName }: Pick<Person, 'userId' | 'fullName'>,
  outcome: string,
  findings: string[],
): ImportedPersonResult => ({ userId, outcome, fullName, findings, deletesMessages: false });

/**
 * Returns whether a person of an import may get the existing account of the same address. Unless the administrator decides for all,
 * the address must be known to belong to that person: it is of a domain of the organization, the account is an owner's, who moves
 * in, or nobody has signed in to it yet.
 */
async function mergeRule(
  tx: TxScope,
  mergePeople: boolean | undefined,
): Promise<(existing: Person) => boolean> {
  if (mergePeople !== undefined) return (existing) => mergePeople || existing.isImportedStub;
  const domains = await listDomains(tx);
  return ({ deliveryEmail, role, awaitsSignIn }) => {
    if (awaitsSignIn || role === roles.owner) return true;
    const domain = domainKey(deliveryEmail.split('@').at(-1) ?? '');
    return domains.some(
      (own) => own.domain === domain || (own.allowSubdomains && domain.endsWith(`.${own.domain}`)),
    );
  };
}

function usableAddress(
  { config }: Ctx,
  { email, botType }: ImportedPerson,
  findings: string[],
): string | undefined {
  if (email.trim() === '') {
    if (botType === 0) findings.push('no-address');
    return undefined;
  }
  try {
    return checkEmail(email, config.host);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    findings.push('invalid-address');
    return undefined;
  }
}

/** Returns an address at which nobody can receive mail (RFC 2606), the same for each import of the source. */
const standIn = (source: string, key: string): string =>
  `imported-${createHash('sha256').update(`${source}\0${key}`).digest('hex').slice(0, 20)}@imported.invalid`;

const isRenamed = ({ fullName }: ImportedPerson, now: string): boolean =>
  now !== fullName.trim().normalize('NFC');

/**
 * Whether an archive has another address for somebody whom an earlier import has brought, and who has not signed in since. Keys of some
 * sources are names of people, which two servers may both have.
 */
const isSomebodyElse = ({ email }: ImportedPerson, there: Person): boolean =>
  there.awaitsSignIn && email.trim() !== '' && emailKey(email.trim()) !== emailKey(there.deliveryEmail);

/** Returns what was found when the account was created. */
function findingsOf(ctx: Ctx, person: ImportedPerson, created: Person): string[] {
  const findings: string[] = [];
  const address = usableAddress(ctx, person, findings);
  if (address !== undefined && emailKey(address) !== emailKey(created.deliveryEmail))
    findings.push('address-taken');
  if (isRenamed(person, created.fullName)) findings.push('renamed-person');
  validSettings(person, findings);
  return findings;
}

async function accountOf(
  tx: TxScope,
  person: ImportedPerson,
  {
    address,
    isClaimable,
    isDryRun,
    takenNames,
  }: { address: string; isClaimable: boolean; isDryRun: boolean; takenNames: ReadonlySet<string> },
): Promise<NewAccount> {
  const isBot = person.botType > 0;
  const usable = usableName(person.fullName, isClaimable ? address : 'imported@imported.invalid');
  const fullName = await freeName(tx, usable, address, takenNames).catch((error: unknown) => {
    // A dry run comes before the organization that it would create. There, no name is taken.
    if (isDryRun && error instanceof ParleyError && isNoOrganization(error)) return usable;
    throw error;
  });
  // A bot would share the rights of an owner with its programs.
  const role = isBot && person.role === roles.owner ? roles.administrator : person.role;
  return {
    deliveryEmail: address,
    fullName,
    role: vouchForRole(tx, 'operator', role, { isBot }),
    passwordHash: null,
    timezone: knownTimezone(person.timezone),
    awaitsSignIn: !isBot && person.isActive,
    imported: { userId: 0, joinedAt: person.joinedAt, isActive: person.isActive },
    invitation: { channelIds: [], includeDefaultChannels: false, inviterId: undefined },
    ...(isBot && {
      bot: {
        type: Object.values<number>(BOT_TYPE).includes(person.botType) ? person.botType : BOT_TYPE.generic,
        ownerId: person.botOwnerId === 0 ? 0 : vouch(tx, 'operator', 'api-key', person.botOwnerId),
        isSystemBot: false,
      },
    }),
  };
}

/**
 * Returns the name that an account gets. If names must be unique and it is taken, the local part of the address is appended, or else a number:
 * one name must not stop an import.
 * @param taken folded names of people who are not stored yet
 */
async function freeName(
  tx: TxScope,
  usable: string,
  address: string,
  taken: ReadonlySet<string>,
): Promise<string> {
  if (!(await tx.settings()).require_unique_names) return usable;
  const withAddress = usableName(`${usable} (${partBefore(address, '@')})`, address);
  for (let number = 0; ; number++) {
    const name = [usable, withAddress][number] ?? `${shorten(usable, numberedLength, '…')} (${number})`;
    if (taken.has(foldCase(name))) continue;
    await lockName(tx, name);
    if (!(await isNameTaken(tx, name))) return name;
  }
}

async function createPlanned(
  ctx: Ctx,
  tx: TxScope,
  { importId, source }: { importId: number; source: string },
  planned: readonly Planned[],
): Promise<void> {
  if (planned.length === 0) return;
  const ids = await reserveUserIds(
    tx,
    planned.map(({ person }) => person.wantedId),
  );
  const ordered = planned
    .map((each, at) => ({ ...each, userId: itemAt(ids, at) }))
    .toSorted((one, other) => one.userId - other.userId);
  await createAccounts(
    ctx,
    tx,
    ordered.map(({ account, userId }) => ({
      ...account,
      imported: { ...required(account.imported, 'origin of an imported account'), userId },
    })),
  );
  for (const { person, result, userId } of ordered) {
    result.userId = userId;
    await putImportedPerson(tx, { source, key: person.key, userId, importId, isCreated: true });
    const settings = validSettings(person, []);
    if (Object.keys(settings).length > 0) await mergeUserSettings(tx, [userId], settings);
    const words = person.alertWords
      .map((word) => word.trim())
      .filter((word) => word !== '' && word.length <= 100);
    if (words.length > 0) await insertAlertWords(tx, userId, words.slice(0, maxAlertWords));
  }
}

function validSettings({ settingsJson }: ImportedPerson, findings: string[]): Record<string, unknown> {
  if (settingsJson.length === 0) return {};
  const given: unknown = JSON.parse(settingsJson.toString());
  const valid: Record<string, unknown> = {};
  if (!isRecord(given)) return valid;
  for (const [name, value] of Object.entries(given)) {
    try {
      Object.assign(valid, checkSettings({ [name]: value }));
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      findings.push('unknown-setting');
    }
  }
  return valid;
}
