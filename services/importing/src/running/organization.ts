import type { OrganizationRecord, PermissionValue, PersonRecord, ProfileFieldRecord } from '@parley/archive';
import { organizationImages, profileFieldTypes } from '@parley/archive';
import { itemAt } from '@parley/core';
import { storeCheckpoint } from '../db/imports.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

/** Settings whose values are IDs of channels. */
const namesChannel = (name: string): boolean => /_(?:channel|stream)_id$/.test(name);
type GivenStatus = NonNullable<PersonRecord['status']>;

/** People of one call. */
const atOnce = 200;
/** Lengths of texts in profile fields, in code points. */
const [shortText, longText] = [50, 500];

/** Keeps what the archive says of the organization. It is applied when people and channels are known. */
export function noteOrganization(running: Running, [organization]: readonly OrganizationRecord[]): void {
  running.organization ??= organization;
}

/** Keeps what people have besides their accounts, until everybody whom it may name is known. */
export function notePersonalData(running: Running, person: PersonRecord): void {
  const { key, profile = {}, mutedPeople = [], status } = person;
  const values = Object.entries(profile).filter(([, value]) => value.length > 0);
  const hasMore = values.length > 0 || mutedPeople.length > 0 || status !== undefined;
  if (person.bot === undefined && hasMore) {
    running.personal.push({ key, values, mutedPeople, status, where: whereOf(person, key) });
  }
}

/** Applies settings and linkifiers of the archive, if nobody but an owner who moves in was here before. Otherwise they stay as they are. */
export async function importSettings(running: Running): Promise<void> {
  const { organization, tally, isDryRun, row } = running;
  if (!organization) return;
  const where = whereOf(organization);
  const { settings = {}, linkifiers = [], description } = organization;
  const all = { ...settings, ...(description !== undefined && { description }) };
  if (!running.hasOrganization || !running.checkpoint.isFresh) {
    const images = organizationImages.filter((image) => organization[image] !== undefined);
    const names = [...Object.keys(all), ...(linkifiers.length > 0 ? ['linkifiers'] : []), ...images];
    if (names.length > 0) {
      const [kind, text] = running.hasOrganization
        ? ['kept-settings', 'The organization keeps its own']
        : ['organization-settings', 'They apply to the new organization'];
      tally.find(kind, where, `${text}: ${names.slice(0, 20).join(', ')}`, names.length);
    }
    return;
  }
  const given = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const known = settingOf(running, name, value);
      if (known === undefined) tally.find('refused-setting', where, `${name}: it names what is not here.`);
      return known === undefined ? [] : [[name, known]];
    }),
  );
  const request = { importId: row.importId, settingsJson: Buffer.from(JSON.stringify(given)) };
  const ask = (dryRun: boolean) =>
    running.ctx.clients.userAdmin.importSettings({ ...request, dryRun }, running.call());
  // What changes is noted before, so that an import that is killed has the same report.
  running.checkpoint.settings ??= await ask(true);
  if (!isDryRun) {
    await keepCheckpoint(running);
    await ask(false);
  }
  const { changed, refused } = running.checkpoint.settings;
  for (const { name, from, to } of changed) tally.find(`setting-${name}`, where, `${name}: ${from} → ${to}`);
  for (const name of refused) {
    tally.find('refused-setting', where, `${name} does not exist here, or its value is not valid.`);
  }
  await importLinkifiers(running, organization);
}

/** Stores the checkpoint outside of the messages. */
const keepCheckpoint = ({ ctx, row, checkpoint }: Running): Promise<void> =>
  storeCheckpoint(ctx.db, row.importId, checkpoint);

async function importLinkifiers(running: Running, organization: OrganizationRecord): Promise<void> {
  const { linkifiers = [] } = organization;
  if (linkifiers.length === 0) return;
  const { linkifiers: results } = await running.ctx.clients.userAdmin.importDefinitions(
    {
      importId: running.row.importId,
      dryRun: running.isDryRun,
      profileFields: [],
      linkifiers: linkifiers.map(({ pattern, url, example, reverse, alternatives }) => ({
        pattern,
        urlTemplate: url,
        exampleInput: example ?? '',
        reverseTemplate: reverse ?? '',
        alternativeUrlTemplates: [...(alternatives ?? [])],
      })),
    },
    running.call(),
  );
  for (const [at, { outcome }] of results.entries()) {
    const { pattern, url } = itemAt(linkifiers, at);
    const where = whereOf(organization);
    if (outcome === 'created') running.tally.find('linkifier', where, `${pattern} becomes a link to ${url}`);
    else if (outcome === 'refused') running.tally.find('refused-linkifier', where, pattern);
  }
}

/** Returns a setting with the IDs of this organization; undefined when it names something that is not here. */
function settingOf(running: Running, name: string, value: unknown): unknown {
  if (namesChannel(name)) {
    if (value === null || value === -1) return -1;
    const id = running.channels.get(String(value))?.id;
    return id === undefined || id < 0 ? undefined : id;
  }
  if (!isPermissionValue(value)) return value;
  const groups = value.groups.map((group) =>
    group.startsWith('role:') ? group : running.groups.get(group)?.id,
  );
  const people = (value.people ?? []).map((key) => running.people.get(key)?.id);
  const isKnown = [...groups, ...people].every(
    (each) => typeof each === 'string' || (each !== undefined && each > 0),
  );
  return isKnown ? { groups, people } : undefined;
}

const isPermissionValue = (value: unknown): value is PermissionValue =>
  typeof value === 'object' && value !== null && Array.isArray((value as PermissionValue).groups);

/** Stores values of profile fields and muted people. Fields that do not exist are created. */
export async function importPersonalData(running: Running): Promise<void> {
  const { personal, isDryRun, row } = running;
  const fields = fieldsOf(running);
  if (personal.length === 0 && fields.length === 0) return;
  if (!running.hasOrganization) {
    for (const { name } of fields) running.tally.find('profile-field', 'profile fields', `New: ${name}`);
    return;
  }
  const ids = await importFields(running, fields);
  if (isDryRun) return;
  for (let at = 0; at < personal.length; at += atOnce) {
    const part = personal.slice(at, at + atOnce).filter(({ key }) => running.people.has(key));
    const { refused } = await running.ctx.clients.userAdmin.importPersonalData(
      {
        importId: row.importId,
        people: part.map(({ key, values, mutedPeople, status }) => ({
          status: status && statusOf(running, status),
          userId: running.people.get(key)!.id,
          values: values.flatMap(([name, value]) => {
            const fieldId = ids.get(name);
            if (fieldId === undefined) return [];
            return [
              typeof value === 'string'
                ? { fieldId, text: value, userIds: [] }
                : { fieldId, text: '', userIds: idsOf(running, value) },
            ];
          }),
          mutedUserIds: idsOf(running, mutedPeople),
        })),
      },
      running.call(),
    );
    for (const [index, { fieldIds, status }] of refused.entries()) {
      const { where } = part[index]!;
      if (status)
        running.tally.find('refused-status', where, 'Its emoji is unknown here, or its text is too long.');
      if (fieldIds.length === 0) continue;
      const example = 'Values that their profile fields do not take here are left out.';
      running.tally.find('refused-profile-value', where, example, fieldIds.length);
    }
  }
}

const statusOf = ({ emojiNames }: Running, { text = '', emoji = '', until = 0 }: GivenStatus) => ({
  text,
  emojiName: emojiNames.get(emoji) ?? emoji,
  endsAt: Math.floor(until),
});

const idsOf = (running: Running, keys: readonly string[]): number[] =>
  keys.flatMap((key) => running.people.get(key)?.id ?? []);

/** Returns the fields that the archive describes, and those of which it has values only. */
function fieldsOf({ organization, personal }: Running): ProfileFieldRecord[] {
  const described = organization?.profileFields ?? [];
  const known = new Set(described.map(({ name }) => name));
  const lengths = new Map<string, number>();
  for (const { values } of personal) {
    for (const [name, value] of values) {
      if (known.has(name) || typeof value !== 'string') continue;
      lengths.set(name, Math.max(lengths.get(name) ?? 0, [...value].length));
    }
  }
  const others = Array.from(
    lengths,
    ([name, length]): ProfileFieldRecord => ({
      name,
      type: length > shortText && length <= longText ? 'long-text' : 'short-text',
    }),
  );
  return [...described, ...others];
}

/** Returns the IDs of profile fields by their names. */
async function importFields(
  running: Running,
  fields: readonly ProfileFieldRecord[],
): Promise<Map<string, number>> {
  const { profileFields } = await running.ctx.clients.userAdmin.importDefinitions(
    {
      importId: running.row.importId,
      dryRun: running.isDryRun,
      linkifiers: [],
      profileFields: fields.map((field) => ({
        name: field.name,
        type: profileFieldTypes.indexOf(field.type) + 1,
        hint: field.hint ?? '',
        data: field.data ?? '',
        isInSummary: field.isInSummary ?? false,
        isRequired: field.isRequired ?? false,
        isLocked: field.isLocked ?? false,
        isUsedForMatching: field.isUsedForMatching ?? false,
      })),
    },
    running.call(),
  );
  const ids = new Map<string, number>();
  for (const [at, { id, outcome }] of profileFields.entries()) {
    const { name } = itemAt(fields, at);
    if (outcome === 'refused') {
      running.tally.find(
        'refused-profile-field',
        'profile fields',
        `${name}: there is one of another kind, or it is not valid.`,
      );
    } else {
      ids.set(name, id);
      if (outcome === 'created') running.tally.find('profile-field', 'profile fields', `New: ${name}`);
    }
  }
  return ids;
}
