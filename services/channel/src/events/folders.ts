import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import type { FolderRow } from '../db/folders.ts';

/** Everyone with an account sees folders. */
const folderEvent = (verb: string, fields: object, traceparent: string | undefined): Event =>
  clientEvent(`channel.folder.${verb}`, everyone, { type: 'channel_folder', ...fields }, { traceparent });

/** Builds the event `channel.folder.created`. */
export const folderCreated = (folder: FolderRow, traceparent: string | undefined): Event =>
  folderEvent('created', { op: 'add', channel_folder: folder }, traceparent);

/** Builds the event of a changed folder, with the changed fields by their API names. */
export const folderUpdated = (
  folderId: number,
  data: Partial<FolderRow>,
  traceparent: string | undefined,
): Event => folderEvent('updated', { op: 'update', channel_folder_id: folderId, data }, traceparent);

/** Builds the event `channel.folder.reordered`, with the IDs of all folders in their order. */
export const foldersReordered = (order: readonly number[], traceparent: string | undefined): Event =>
  folderEvent('reordered', { op: 'reorder', order }, traceparent);
