/** The person's channels in the order of the navigation: pinned channels, then folders, then other channels. */
import type { Channel, Store } from '@parley/client';
import { t } from '../../i18n/index.ts';
import { compareNames } from '../names.ts';
import { demotesInactive } from './display-rules.ts';
import { compareInOrder, placesIn } from './sidebar-order.ts';

export type ChannelFolder = {
  /** `pinned`, `others`, or the folder's ID. The device stores the keys of collapsed folders. */
  readonly key: string;
  readonly name: string;
  readonly channels: readonly Channel[];
};

/** Returns whether a key is that of a folder that administrators created. */
const isOwn = (key: string): boolean => /^\d+$/.test(key);

type FolderSetting = 'web_left_sidebar_show_channel_folders' | 'web_inbox_show_channel_folders';

/**
 * Returns the person's channels by folder, in the person's own order, and else by name. Archived channels and empty folders are left
 * out.
 * @param setting the personal setting that decides whether there are folders besides pinned and other channels
 */
export function channelFolders(
  { channels, settings }: Store,
  setting: FolderSetting = 'web_left_sidebar_show_channel_folders',
): ChannelFolder[] {
  const demotes = demotesInactive(settings.get('demote_inactive_streams'), channels.subscriptions.size);
  const hasFolders = settings.get(setting) !== false;
  const places = placesIn(settings.get('web_sidebar_order'));
  const isDemoted = (channel: Channel) => Number(demotes && !channel.is_recently_active);
  const all = [...channels.subscriptions.keys()]
    .flatMap((id) => channels.channels.get(id) ?? [])
    .filter((channel) => !channel.is_archived)
    .sort(
      (one, other) =>
        compareInOrder(places, `c${one.stream_id}`, `c${other.stream_id}`) ||
        isDemoted(one) - isDemoted(other) ||
        compareNames(one.name, other.name),
    );
  const found = new Map<string, { name: string; order: number; channels: Channel[] }>();
  for (const channel of all) {
    const isPinned = channels.subscriptions.get(channel.stream_id)?.pin_to_top;
    const folder =
      channel.folder_id == null || !hasFolders ? undefined : channels.folders.get(channel.folder_id);
    const [key, name, order] = isPinned
      ? ['pinned', t('pinned'), -1]
      : folder
        ? [String(folder.id), folder.name, folder.order ?? 0]
        : ['others', t('channels'), Number.MAX_SAFE_INTEGER];
    const known = found.get(key) ?? { name, order, channels: [] };
    found.set(key, known);
    known.channels.push(channel);
  }
  return [...found.entries()]
    .sort(([firstKey, one], [secondKey, other]) =>
      isOwn(firstKey) && isOwn(secondKey)
        ? compareInOrder(places, `f${Number(firstKey)}`, `f${Number(secondKey)}`) || one.order - other.order
        : one.order - other.order,
    )
    .map(([key, { name, channels: its }]) => ({ key, name, channels: its }));
}
