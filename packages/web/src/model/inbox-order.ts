import type { ChannelFolder } from './channel-folders.ts';

/**
 * Returns the channels of the inbox in the order of the navigation's folders. Channels of one folder keep their order. Where no
 * channel is in a folder that administrators created, all channels keep their order.
 * @returns the channels, and the title above the first channel of each folder
 */
export function inboxOrder(
  folders: readonly ChannelFolder[],
  channelIds: readonly number[],
): { channelIds: readonly number[]; titles: ReadonlyMap<number, string> } {
  const placeOf = new Map(
    folders.flatMap(({ channels }, place) => channels.map((channel) => [channel.stream_id, place] as const)),
  );
  const place = (id: number) => placeOf.get(id) ?? folders.length;
  const isInFolder = (id: number) => /^\d+$/.test(folders[place(id)]?.key ?? '');
  if (!channelIds.some(isInFolder)) return { channelIds, titles: new Map() };
  const sorted = channelIds.toSorted((one, other) => place(one) - place(other));
  const firsts = sorted.filter((id, at) => at === 0 || place(id) !== place(sorted[at - 1]!));
  const titles = firsts.flatMap((id) => {
    const folder = folders[place(id)];
    return folder ? [[id, folder.name] as const] : [];
  });
  return { channelIds: sorted, titles: new Map(titles) };
}
