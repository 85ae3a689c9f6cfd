import { firstItem, isOneOf, ParleyError } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { ImportedChannel, ImportedChannelResult } from '@parley/proto/channel/v1/importing';
import { type ChannelId, channelNameKey, codePoints, limits } from '@parley/rules';
import type { KnownGroup } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { channels, channelsByKey, insertChannels, type RelatedChannel } from '../db/channels.ts';
import { ensureFolder, putImported, setOrigin } from '../db/imports.ts';
import { noHolders } from '../domain/audience.ts';
import { parseChannelName, parseDescription } from '../domain/channel-name.ts';
import { chooseSettings, defaultRules } from '../domain/group-settings.ts';
import { topicsPolicies } from '../domain/new-channel.ts';
import { channelCreated } from '../events/channel-created.ts';
import { namedInSettings } from '../facts/named-in-settings.ts';
import type { RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A channel of an import as it should become. */
type PlannedChannel = ReturnType<typeof planChannel>;

/** The same with everything that was looked up for it before the transaction. */
type PreparedChannel = Awaited<ReturnType<typeof prepareChannel>>;

const postingGroups = ['role:administrators', 'role:moderators', 'role:fullmembers'] as const;

/** Makes a channel valid. Needs no organization, because a dry run may come before it. */
export function planChannel({ webPublicChannels }: Pick<Ctx, 'webPublicChannels'>, given: ImportedChannel) {
  const { isPrivate } = given;
  return {
    given,
    name: validName(given.name),
    properties: {
      isPrivate,
      isWebPublic: given.isWebPublic && !isPrivate && webPublicChannels,
      isHistoryPublic: given.isHistoryPublic || !isPrivate,
      isDefault: given.isDefault && !isPrivate,
      pushesByDefault: false,
      messageRetentionDays: given.messageRetentionDays ?? null,
      topicsPolicy: isOneOf(topicsPolicies, given.topicsPolicy) ? given.topicsPolicy : 'inherit',
      folderId: null,
    },
  };
}

/** Looks up what a channel needs. */
export async function prepareChannel(ctx: Ctx, given: ImportedChannel, scope: Scope) {
  const planned = planChannel(ctx, given);
  const { properties } = planned;
  const rule = postingGroups.find((each) => each === given.postingGroup);
  const groupId = rule && (await scope.groups.system(rule)).groupId;
  const settings =
    groupId === undefined
      ? {}
      : { can_send_message_group: { value: { $case: 'groupId', groupId } as const } };
  const defaults: KnownGroup[] = [];
  for (const each of defaultRules) defaults.push(await scope.groups.system(each));
  const { groups, people } = await namedInSettings(settings, scope);
  const description = validDescription(given.description);
  return {
    ...planned,
    description,
    renderedDescription: await renderDescription(ctx, description, scope),
    groupSettings: chooseSettings(
      settings,
      given.creatorId,
      { groups: [...defaults, ...groups], people },
      properties,
    ),
  };
}

/** Returns a valid name that is as near as possible to the given one. */
function validName(given: string): string {
  const plain = given
    .normalize('NFC')
    .replaceAll(/[\p{C}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = [...plain].slice(0, limits.channelNameLength).join('').trim();
  try {
    return parseChannelName(short);
  } catch (error) {
    if (error instanceof ParleyError) return 'imported channel';
    throw error;
  }
}

function validDescription(given: string): string {
  const text = given
    .replaceAll('\0', '')
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .trim()
    .normalize('NFC');
  const { channelDescriptionLength: limit } = limits;
  return parseDescription(codePoints(text) <= limit ? text : `${[...text].slice(0, limit - 1).join('')}…`);
}

async function freeName(tx: Tx, name: string, taken: ReadonlySet<string>): Promise<string> {
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const next = `${[...name].slice(0, limits.channelNameLength - suffix.length).join('')}${suffix}`;
    const key = channelNameKey(next);
    if (!taken.has(key) && (await channelsByKey(tx, [key], 0)).length === 0) return next;
  }
}

/**
 * Whether messages of a source may be added to a channel that is there: only if nobody can read them who could not read them in the
 * source. So private channels are never merged, and nothing is added to an archived channel.
 */
const mayMerge = (there: RelatedChannel, { properties }: PlannedChannel): boolean =>
  !there.isPrivate &&
  !properties.isPrivate &&
  !there.isArchived &&
  (!there.isWebPublic || properties.isWebPublic);

/**
 * Returns the channel that is there and gets the messages, or the name of the one to create.
 * @param taken keys of the names that other channels of the archive have got, also those that a dry run has not created
 */
export async function placeOf(
  tx: Tx,
  planned: PlannedChannel,
  taken: ReadonlySet<string>,
): Promise<{ there: RelatedChannel; name?: never } | { there?: never; name: string }> {
  const nameKey = channelNameKey(planned.name);
  const [there] = await channelsByKey(tx, [nameKey], 0);
  const isTaken = taken.has(nameKey);
  if (there && !isTaken && mayMerge(there, planned)) return { there };
  return { name: there || isTaken ? await freeName(tx, planned.name, taken) : planned.name };
}

/** Finds or creates the channel of an import. The caller holds the lock of `takeBoundary`. */
export async function importChannel(
  tx: Tx,
  prepared: PreparedChannel,
  {
    importId,
    source,
    ruleOf,
    taken,
  }: { importId: number; source: string; ruleOf: RuleOf; taken: ReadonlySet<string> },
): Promise<ImportedChannelResult> {
  const { given } = prepared;
  const note = (channelId: ChannelId, isCreated: boolean) =>
    putImported(tx, { source, sourceKey: given.key, channelId, importId, isCreated });
  const { there, name } = await placeOf(tx, prepared, taken);
  if (there) {
    await note(there.channelId, false);
    return { channelId: there.channelId, outcome: 'merged', name: there.name };
  }
  const folderId =
    given.folderName === ''
      ? null
      : await ensureFolder(tx, {
          name: validName(given.folderName),
          key: channelNameKey(validName(given.folderName)),
          description: validDescription(given.folderDescription),
        });
  const created = await insertChannels(tx, [
    {
      name,
      key: channelNameKey(name),
      description: prepared.description,
      renderedDescription: prepared.renderedDescription,
      groupSettings: prepared.groupSettings,
      creatorId: given.creatorId || null,
      properties: { ...prepared.properties, folderId },
    },
  ]);
  const { channelId } = firstItem(created);
  await setOrigin(tx, channelId, given);
  await note(channelId, true);
  const row = firstItem(await channels(tx, [channelId]));
  const by = { actorId: 0, announce: false, isAnnouncedTogether: false, traceparent: undefined };
  await emitAll(tx, [channelCreated(row, noHolders, ruleOf, by)]);
  return { channelId, outcome: 'created', name };
}
