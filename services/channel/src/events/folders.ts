import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { FolderRow } from '../db/folders.ts';
import { roles } from '../domain/permissions.ts';

/** Folders are known to everyone with an account. */
const folderEvent = (kind: string, json: object, traceparent = ''): Event =>
  Event.create({
    kind: `channel.folder.${kind}`,
    origin: Origin.CHANNEL,
    deliveries: [
      Delivery.create({
        audience: Audience.create({ maxRole: roles.guest }),
        type: 'channel_folder',
        json: Buffer.from(JSON.stringify({ type: 'channel_folder', ...json })),
      }),
    ],
    traceparent,
  });

/** Event kind `channel.folder.created`, to everybody. */
export const folderCreated = (folder: FolderRow, traceparent: string | undefined): Event =>
  folderEvent('created', { op: 'add', channel_folder: folder }, traceparent);

/** What changed of a folder, by the API's names. */
export const folderUpdated = (
  folderId: number,
  data: Partial<FolderRow>,
  traceparent: string | undefined,
): Event => folderEvent('updated', { op: 'update', channel_folder_id: folderId, data }, traceparent);

/** Event kind `channel.folder.reordered`, to everybody: all folders in their order. */
export const foldersReordered = (order: readonly number[], traceparent: string | undefined): Event =>
  folderEvent('reordered', { op: 'reorder', order }, traceparent);
