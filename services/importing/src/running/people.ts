import type { GroupRecord, PersonRecord } from '@parley/archive';
import { partBefore, required } from '@parley/core';
import { emailKey, roles } from '@parley/rules';
import { outcomeOf } from '../domain/report.ts';
import { notePersonalData } from './organization.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

const roleNumbers = {
  owner: roles.owner,
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
} as const;

const botTypes = { generic: 1, incoming: 2, outgoing: 3, embedded: 4 } as const;

/** What the names of findings about people mean. */
const examples: Readonly<Record<string, string>> = {
  'address-taken':
    'Another account has the address, so nobody can claim this one; --merge-people merges both.',
  'no-address': 'Without an address, nobody can claim the account.',
  'invalid-address': 'The address is not valid, so nobody can claim the account.',
  'other-address':
    'An earlier import has brought this person with another address. If this archive is of another server, people and channels of both become one: remove this import.',
  'renamed-person': 'The name contains characters that names may not have, or is taken.',
  'erased-person': 'The person was erased here, and does not come back.',
  'unknown-setting': 'A personal setting does not exist here, or its value is not valid.',
};

/** Imports people and bots. Those who own bots come before their bots. */
export async function importPeople(running: Running, given: readonly PersonRecord[]): Promise<void> {
  const fresh = given.filter((person, at) => {
    const isFirst =
      !running.people.has(person.key) && given.findIndex(({ key }) => key === person.key) === at;
    if (!isFirst) {
      running.tally.find(
        'duplicate-key',
        whereOf(person, person.key),
        `The person ${person.key} comes twice.`,
      );
    }
    return isFirst;
  });
  await importSome(
    running,
    fresh.filter(({ bot }) => bot === undefined),
  );
  await importSome(
    running,
    fresh.filter(({ bot }) => bot !== undefined),
  );
}

async function importSome(running: Running, people: readonly PersonRecord[]): Promise<void> {
  if (people.length === 0) return;
  const { tally, row } = running;
  const results = await ask(running, people);
  for (const [at, person] of people.entries()) {
    const { userId, outcome, fullName, findings, deletesMessages } = required(results[at], 'imported person');
    if (deletesMessages) running.erased.add(person.key);
    if (outcome !== 'created') running.peopleThere.add(userId);
    if (running.isDryRun && outcome === 'created' && person.active !== false) running.newNames.add(fullName);
    running.people.set(person.key, { id: userId || running.fakeId(), name: fullName });
    for (const name of ['people', ...(person.bot ? (['bots'] as const) : [])] as const) {
      tally.add(name, 'read');
      tally.add(name, outcomeOf(outcome));
    }
    const where = whereOf(person, person.key);
    for (const finding of findings) {
      const shown = finding === 'renamed-person' ? `${person.name} → ${fullName}. ` : `${fullName}. `;
      tally.find(finding, where, `${shown}${examples[finding] ?? ''}`);
    }
    if (outcome === 'merged')
      tally.find('merged-person', where, `${person.name} is ${fullName} (${userId}) here.`);
    running.hasOwner ||= person.role === 'owner' && person.active !== false && person.email !== undefined;
    if (outcome === 'created' && (person.role === 'owner' || person.role === 'administrator')) {
      tally.find(
        `role-${person.role}`,
        where,
        `${fullName} has the role ${person.role} from the first sign-in on.`,
      );
    }
    if (person.avatar !== undefined) {
      const waiting = running.avatars.get(person.avatar) ?? [];
      running.avatars.set(person.avatar, [...waiting, person.key]);
    }
    if (!findings.includes('erased-person')) notePersonalData(running, person);
  }
  running.ctx.logger.debug({ importId: row.importId, people: people.length }, 'people were imported');
}

async function ask(running: Running, people: readonly PersonRecord[]) {
  const { row, isDryRun, source } = running;
  const { results } = await running.ctx.clients.userAdmin.importPeople(
    {
      importId: row.importId,
      source,
      dryRun: isDryRun,
      mergePeople: row.options.mergePeople,
      takenNames: running.newNames.among(
        people.flatMap(({ name, email = '' }) => [name, partBefore(email, '@')]),
      ),
      people: people.map((person) => ({
        key: person.key,
        fullName: person.name,
        email: person.email ?? '',
        role: roleNumbers[person.role ?? 'member'],
        botType: person.bot ? botTypes[person.bot.type] : 0,
        botOwnerId: Math.max(0, running.people.get(person.bot?.owner ?? '')?.id ?? 0),
        isActive: person.active ?? true,
        wantedId: person.id ?? 0,
        joinedAt: Math.floor(person.joined ?? 0),
        timezone: person.timezone ?? '',
        settingsJson: Buffer.from(person.settings ? JSON.stringify(person.settings) : ''),
        alertWords: [...(person.alertWords ?? [])],
        isAddressTaken: isAddressTaken(running, person),
      })),
    },
    running.call(),
  );
  return results;
}

/** Returns whether somebody before in the archive has the address. */
const isAddressTaken = ({ addresses }: Running, { email = '' }: PersonRecord): boolean =>
  email.trim() !== '' && !addresses.addNew(emailKey(email));

/** Makes sure that people exist whom records name, also if the archive does not describe them. */
export async function requirePeople(running: Running, keys: readonly string[], where: string): Promise<void> {
  const missing = [...new Set(keys)].filter((key) => !running.people.has(key));
  if (missing.length === 0) return;
  running.tally.find('unknown-person', where, `The archive does not describe ${missing[0]}.`, missing.length);
  await importPeople(
    running,
    missing.map((key) => ({
      kind: 'person',
      key,
      name: `Unknown (${key.slice(0, 40)})`,
      active: false,
      where,
    })),
  );
}

export async function importGroups(running: Running, groups: readonly GroupRecord[]): Promise<void> {
  const { tally, row, isDryRun, source } = running;
  for (const group of groups) await requirePeople(running, group.members, whereOf(group, group.key));
  const ids = (keys: readonly string[], of: ReadonlyMap<string, { id: number }>) =>
    keys.flatMap((key) => {
      const id = of.get(key)?.id;
      return id === undefined || id < 0 ? [] : [id];
    });
  const { results } = await running.ctx.clients.userAdmin.importGroups(
    {
      importId: row.importId,
      source,
      dryRun: isDryRun,
      takenNames: isDryRun ? running.groupNames.among(groups.map(({ name }) => name)) : [],
      groups: groups.map((group) => ({
        key: group.key,
        name: group.name,
        description: group.description ?? '',
        memberIds: ids([...new Set(group.members)], running.people),
        subgroupIds: ids(group.subgroups ?? [], running.groups),
        isActive: group.active ?? true,
      })),
    },
    running.call(),
  );
  for (const [at, group] of groups.entries()) {
    const { groupId, outcome, name } = required(results[at], 'imported group');
    running.groups.set(group.key, { id: groupId || running.fakeId(), name });
    running.groupNames.add(name);
    tally.add('groups', 'read');
    tally.add('groups', outcomeOf(outcome));
    if (name !== group.name)
      tally.find('renamed-group', whereOf(group, group.key), `${group.name} → ${name}`);
  }
}
