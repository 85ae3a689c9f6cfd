import type { PersonRecord } from '@parley/archive';
import { partBefore } from '@parley/core';
import { idOf, numberOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import { personalSettingsOf } from './settings.ts';
import { type Row, referenceOf, type ZulipTables } from './tables.ts';

const roles: Readonly<Record<number, NonNullable<PersonRecord['role']>>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};
const botTypes = { 1: 'generic', 2: 'incoming', 3: 'outgoing', 4: 'embedded' } as const;

/** Kinds of profile fields whose values are texts. */
const isText = (type: unknown): boolean => [1, 2, 4, 5, 7, 8].includes(Number(type));

/** What other tables say of people. */
class Details {
  private readonly values = new Map<string, Record<string, string>>();
  private readonly words = new Map<string, string[]>();
  private readonly muted = new Map<string, string[]>();
  private readonly statuses = new Map<string, NonNullable<PersonRecord['status']>>();

  constructor(tables: ZulipTables) {
    const fields = new Map(tables.of('zerver_customprofilefield').map(({ row }) => [idOf(row.id), row]));
    for (const { row } of tables.of('zerver_customprofilefieldvalue')) {
      const field = fields.get(referenceOf(row, 'field'));
      const name = textOf(field?.name);
      const value = idOf(row.value);
      const person = referenceOf(row, 'user_profile');
      if (name === undefined || value === undefined || person === undefined || !isText(field?.field_type))
        continue;
      this.values.set(person, { ...this.values.get(person), [name]: value });
    }
    const collect = (table: string, column: string, target: Map<string, string[]>): void => {
      for (const { row } of tables.of(table)) {
        const person = referenceOf(row, 'user_profile');
        const value = referenceOf(row, column);
        if (person === undefined || value === undefined) continue;
        const known = target.get(person);
        if (known) known.push(value);
        else target.set(person, [value]);
      }
    };
    collect('zerver_alertword', 'word', this.words);
    collect('zerver_muteduser', 'muted_user', this.muted);
    for (const { row } of tables.of('zerver_userstatus')) {
      const person = referenceOf(row, 'user_profile');
      const text = textOf(row.status_text);
      const emoji = textOf(row.emoji_name);
      if (person === undefined || (text === undefined && emoji === undefined)) continue;
      const until = secondsOf(row.scheduled_end_time);
      this.statuses.set(person, {
        ...(text === undefined ? {} : { text }),
        ...(emoji === undefined ? {} : { emoji }),
        ...(until === undefined ? {} : { until }),
      });
    }
  }

  of(person: string): Partial<PersonRecord> {
    const profile = this.values.get(person);
    const alertWords = this.words.get(person);
    const mutedPeople = this.muted.get(person);
    const status = this.statuses.get(person);
    return {
      ...(profile ? { profile } : {}),
      ...(alertWords ? { alertWords } : {}),
      ...(mutedPeople ? { mutedPeople } : {}),
      ...(status ? { status } : {}),
    };
  }
}

/**
 * Returns the records of all people and bots: people before the bots that they own. Rows of people who did not agree to an export, and
 * of Zulip's own bots, have a name and nothing else.
 */
export function zulipPeople(tables: ZulipTables, avatars: ReadonlyMap<string, string>): PersonRecord[] {
  const details = new Details(tables);
  const rows = [
    ...tables.of('zerver_userprofile').map((row) => ({ ...row, isOwn: true })),
    ...tables.of('zerver_userprofile_mirrordummy').map((row) => ({ ...row, isOwn: false })),
  ];
  const people = new Map<string, PersonRecord>();
  for (const { row, where, isOwn } of rows) {
    const id = idOf(row.id);
    if (id === undefined || people.has(id)) continue;
    people.set(id, personOf(id, { row, where }, isOwn, details, avatars));
  }
  for (const { row, where } of tables.of('zerver_userprofile_crossrealm')) {
    const id = idOf(row.id);
    if (id !== undefined && !people.has(id)) people.set(id, systemBot(id, row, where));
  }
  const isBot = ({ bot }: PersonRecord): boolean => bot !== undefined;
  const all = [...people.values()];
  return [...all.filter((person) => !isBot(person)), ...all.filter(isBot)].map((person) =>
    withKnownOwner(person, people),
  );
}

function withKnownOwner(person: PersonRecord, people: ReadonlyMap<string, PersonRecord>): PersonRecord {
  const { bot } = person;
  if (bot?.owner === undefined) return person;
  const owner = people.get(bot.owner);
  return owner && !owner.bot ? person : { ...person, bot: { type: bot.type } };
}

function personOf(
  id: string,
  { row, where }: Row,
  isOwn: boolean,
  details: Details,
  avatars: ReadonlyMap<string, string>,
): PersonRecord {
  const botType = botTypes[Number(row.bot_type) as keyof typeof botTypes] ?? 'generic';
  const owner = referenceOf(row, 'bot_owner');
  const email = textOf(row.delivery_email) ?? textOf(row.email);
  const joined = secondsOf(row.date_joined);
  const timezone = textOf(row.timezone);
  const language = textOf(row.default_language);
  const avatar = row.avatar_source === 'U' ? avatars.get(id) : undefined;
  const settings = isOwn ? personalSettingsOf(row) : {};
  return {
    kind: 'person',
    key: id,
    name: textOf(row.full_name)?.trim() ?? email ?? id,
    active: row.is_active !== false && row.is_mirror_dummy !== true,
    role: roles[numberOf(row.role) ?? 400] ?? 'member',
    id: Number(id),
    where,
    ...(row.is_bot === true ? { bot: { type: botType, ...(owner === undefined ? {} : { owner }) } } : {}),
    ...(email === undefined || row.is_bot === true ? {} : { email }),
    ...(joined === undefined ? {} : { joined }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(language === undefined ? {} : { language }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(Object.keys(settings).length === 0 || row.is_bot === true ? {} : { settings }),
    ...details.of(id),
  };
}

/** Zulip's own bots have only an address: `notification-bot@zulip.com`. */
function systemBot(id: string, row: Values, where: string): PersonRecord {
  const local = partBefore(textOf(row.email) ?? 'system-bot', '@');
  const name = local
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  return { kind: 'person', key: id, name, active: true, role: 'member', bot: { type: 'generic' }, where };
}
