import { type ArchiveRecord, type ChannelRecord, type Finding, KeyTable } from '@parley/archive';
import { required } from '@parley/core';
import type { Findings } from '../reading/findings.ts';
import { idOf, millisecondsOf, objectOf, textOf, textsOf, type Values } from '../reading/values.ts';
import { plainText } from '../text/threads.ts';
import type { MongoDump } from './dump.ts';
import { parseMarkup } from './markup.ts';
import type { RocketChatNames } from './names.ts';

/** What became of a room. */
export type Room =
  | { readonly kind: 'channel' }
  | { readonly kind: 'direct'; readonly people: readonly string[] }
  | { readonly kind: 'left-out'; readonly finding: string; readonly example: string };

/** Reads all rooms. Yields channels and subscriptions, and stores what became of each room. */
export async function* rocketChatRooms(
  dump: MongoDump,
  names: RocketChatNames,
  rooms: Map<string, Room>,
  findings: Findings,
): AsyncIterable<ArchiveRecord | Finding> {
  const { tell } = findings;
  const channels: { id: string; row: Values; where: string }[] = [];
  const { teams, closed } = await readTeams(dump, findings);
  for await (const { value: row, where } of dump.documents('rocketchat_room', tell)) {
    const id = idOf(row._id);
    if (id === undefined || rooms.has(id)) {
      tell({
        finding: 'duplicate-id',
        where,
        example: 'The room has no ID, or stands there twice.',
        leftOut: 'channels',
      });
    } else if (row.t === 'c' || row.t === 'p') {
      rooms.set(id, { kind: 'channel' });
      channels.push({ id, row, where });
    } else if (row.t === 'd') rooms.set(id, { kind: 'direct', people: peopleOf(row, id, names) });
    else if (row.t === 'l' || row.t === 'v') {
      const example = 'Conversations with visitors of a website (Omnichannel) are left out.';
      rooms.set(id, { kind: 'left-out', finding: 'visitor-conversation', example });
      tell({ finding: 'visitor-conversation', where, example, leftOut: 'channels' });
    } else {
      const example = `The room has the unknown kind "${String(row.t).slice(0, 20)}".`;
      rooms.set(id, { kind: 'left-out', finding: 'unknown-room', example });
      tell({ finding: 'unknown-room', where, example, leftOut: 'channels' });
    }
  }
  const taken = new Set<string>();
  for (const { id, row, where } of channels) nameChannel({ id, row, where }, names, taken, teams, findings);
  for (const [key, name] of teams) yield { kind: 'channel-folder', key, name };
  for (const { id, row, where } of channels) {
    if (row.t === 'c' && closed.has(idOf(row.teamId) ?? '')) {
      const example = `The public channel "${names.channels.get(id)!.slice(0, 80)}" was for the members of its private team. Here, everyone but guests may read it.`;
      tell({ finding: 'wider-channel', where, example });
    }
    yield channelOf(id, row, where, names, teams);
  }
  yield* subscriptions(dump, names, rooms, findings);
}

/** Returns the names of teams, and those that are private. */
async function readTeams(
  dump: MongoDump,
  findings: Findings,
): Promise<{ teams: Map<string, string>; closed: Set<string> }> {
  const teams = new Map<string, string>();
  const closed = new Set<string>();
  for await (const { value } of dump.documents('rocketchat_team', findings.tell)) {
    const id = idOf(value._id);
    const name = textOf(value.name);
    if (id !== undefined && name !== undefined) teams.set(id, name);
    if (id !== undefined && value.type === 1) closed.add(id);
  }
  return { teams, closed };
}

/** People of a direct conversation: by their IDs, else by usernames, else by the ID of the room, which is made of two. */
function peopleOf(row: Values, id: string, names: RocketChatNames): string[] {
  const byId = textsOf(row.uids).filter((person) => names.people.has(person));
  const byName = textsOf(row.usernames).flatMap((name) => names.usernames.get(name) ?? []);
  const found = byId.length >= byName.length ? byId : byName;
  if (found.length > 0) return [...new Set(found)].sort();
  for (let cut = 1; cut < id.length; cut++) {
    const [first, second] = [id.slice(0, cut), id.slice(cut)];
    if (names.people.has(first) && names.people.has(second)) return [...new Set([first, second])].sort();
  }
  return [];
}

/** Names of discussions are titles, and several may have the same. */
function nameChannel(
  { id, row, where }: { id: string; row: Values; where: string },
  names: RocketChatNames,
  taken: Set<string>,
  teams: ReadonlyMap<string, string>,
  findings: Findings,
): void {
  const shown = textOf(row.fname)?.trim() ?? textOf(row.name)?.trim() ?? id;
  let name = shown;
  if (taken.has(name.toLowerCase())) {
    const team = teams.get(idOf(row.teamId) ?? '');
    name = `${shown} (${team ?? id.slice(0, 6)})`;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${shown} (${number})`;
    findings.tell({
      finding: 'name-taken',
      where,
      example: `The room ${id.slice(0, 40)} is named "${name.slice(0, 80)}".`,
    });
  }
  taken.add(name.toLowerCase());
  names.channels.set(id, name);
  for (const each of [textOf(row.name), shown])
    if (each !== undefined && !names.channelNames.has(each)) names.channelNames.set(each, id);
}

function channelOf(
  id: string,
  row: Values,
  where: string,
  names: RocketChatNames,
  teams: ReadonlyMap<string, string>,
): ChannelRecord {
  const creator = idOf(objectOf(row.u)?._id);
  const created = millisecondsOf(row.ts);
  const team = idOf(row.teamId);
  const parent = names.channels.get(idOf(row.prid) ?? '');
  const texts = [row.description, row.topic, row.announcement].flatMap((value) => {
    const source = textOf(value);
    return source === undefined ? [] : [plainText(parseMarkup(source, names), names.nameOf)];
  });
  const description = [
    ...new Set([...(parent === undefined ? [] : [`Discussion in #${parent}`]), ...texts]),
  ].join(' · ');
  return {
    kind: 'channel',
    key: id,
    name: required(names.channels.get(id), `name of the room ${id}`),
    privacy: row.t === 'p' ? 'private' : 'public',
    where,
    ...(description === '' ? {} : { description }),
    ...(row.archived === true ? { archived: true } : {}),
    ...(row.default === true ? { isDefault: true } : {}),
    ...(row.ro === true ? { posting: 'administrators' } : {}),
    ...(creator !== undefined && names.people.has(creator) ? { creator } : {}),
    ...(created === undefined ? {} : { created }),
    ...(team !== undefined && teams.has(team) ? { folder: team } : {}),
  };
}

async function* subscriptions(
  dump: MongoDump,
  names: RocketChatNames,
  rooms: ReadonlyMap<string, Room>,
  findings: Findings,
): AsyncIterable<ArchiveRecord> {
  const seen = new KeyTable(dump.temporaryFolder);
  for await (const { value: row, where } of dump.documents('rocketchat_subscription', findings.tell)) {
    const channel = idOf(row.rid);
    const person = idOf(objectOf(row.u)?._id);
    if (channel === undefined || person === undefined || rooms.get(channel)?.kind !== 'channel') continue;
    if (!names.people.has(person)) {
      findings.tell({
        finding: 'unknown-member',
        where,
        example: `Nothing is known of the member ${person.slice(0, 40)}.`,
      });
      continue;
    }
    if (!seen.addNew(`${channel} ${person}`)) continue;
    if (textsOf(row.roles).some((role) => role === 'owner' || role === 'moderator' || role === 'leader')) {
      findings.tell({
        finding: 'channel-administrator',
        where,
        example:
          'Owners and moderators of rooms become members. Give them the permission again where they need it.',
      });
    }
    yield {
      kind: 'subscription',
      channel,
      person,
      where,
      ...(row.f === true ? { pinned: true } : {}),
      ...(row.disableNotifications === true ? { muted: true } : {}),
      ...(row.desktopNotifications === 'all' ? { desktopNotifications: true } : {}),
      ...(row.desktopNotifications === 'nothing' ? { desktopNotifications: false } : {}),
      ...(row.mobilePushNotifications === 'all' ? { pushNotifications: true } : {}),
      ...(row.mobilePushNotifications === 'nothing' ? { pushNotifications: false } : {}),
      ...(row.emailNotifications === 'nothing' ? { emailNotifications: false } : {}),
    };
  }
}
