import type { Visitor } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { ChannelId, MessageId } from '@parley/rules';
import { loadVisibilityOfChannels } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import { type EditEntry, formerChannels, readableEntries } from '../domain/changing/history.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';

/** A message with its edit history, newest entry first. */
type Changed = { id: number; channelId: ChannelId | null; entries: readonly EditEntry[] };

export type HistoryReader = (message: Changed) => readonly EditEntry[];

/**
 * Loads what a reader may read of the channels in which messages were before. Of a channel in which the reader may not read a
 * message, its history shows no name, topic or text (docs/api/messages.md#moves). Every answer with a history uses this function.
 */
export async function loadHistoryReader(
  viewer: User | Visitor,
  messages: readonly Changed[],
  scope: Scope,
): Promise<HistoryReader> {
  const former = new Set(messages.flatMap(({ entries }) => formerChannels(entries)));
  if (former.size === 0) return ({ entries }) => entries;
  const channels = await scope.channels.many(former);
  const reader = await loadReader(viewer, scope);
  const visibility = await loadVisibilityOfChannels(reader, [...channels.values()], scope);
  return historyReader((channelId, messageId) => periodsInclude(visibility.get(channelId) ?? [], messageId));
}

/** Loads which channels are public. The histories of an export of the organization show no states in other former channels. */
export async function loadPublicHistoryReader(
  messages: readonly Changed[],
  scope: Scope,
): Promise<HistoryReader> {
  const channels = await scope.channels.many(
    new Set(messages.flatMap(({ entries }) => formerChannels(entries))),
  );
  return historyReader((channelId) => channels.get(channelId)?.inviteOnly === false);
}

const historyReader =
  (mayRead: (channelId: ChannelId, messageId: MessageId) => boolean): HistoryReader =>
  ({ id, channelId, entries }) =>
    channelId === null
      ? entries
      : readableEntries(entries, channelId, (former) => former === channelId || mayRead(former, id));
