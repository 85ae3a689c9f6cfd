import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import type { FolderRow } from '../db/folders.ts';

/** Builds an event about folders. Everyone with an account receives it. */
const folderEvent = (
  verb: 'created' | 'updated' | 'reordered',
  event: ClientEvent<`channel_folder/${'add' | 'update' | 'reorder'}`>,
  traceparent: string | undefined,
): Event => clientEvent(`channel.folder.${verb}`, everyone, event, { traceparent });

export const folderCreated = (folder: FolderRow, traceparent: string | undefined): Event =>
  folderEvent('created', { type: 'channel_folder', op: 'add', channel_folder: folder }, traceparent);

/** Builds the event `channel.folder.updated`, with the changed fields by their names in the API. */
export const folderUpdated = (
  folderId: number,
  data: Partial<FolderRow>,
  traceparent: string | undefined,
): Event =>
  folderEvent(
    'updated',
    { type: 'channel_folder', op: 'update', channel_folder_id: folderId, data },
    traceparent,
  );

/** Builds the event `channel.folder.reordered`, with the IDs of all folders in their new order. */
export const foldersReordered = (order: readonly number[], traceparent: string | undefined): Event =>
  folderEvent('reordered', { type: 'channel_folder', op: 'reorder', order }, traceparent);
