import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import type { FolderRow } from '../db/folders.ts';

/** Folders are known to everyone with an account. */
const folderEvent = (verb: string, fields: object, traceparent: string | undefined): Event =>
  clientEvent(`channel.folder.${verb}`, everyone, { type: 'channel_folder', ...fields }, { traceparent });

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
