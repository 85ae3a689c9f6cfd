import { errors, expectFields, keysOf } from '@parley/core';
import { emitAll, recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { UpdateFolderRequest, UpdateFolderResponse } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../../context.ts';
import {
  type FolderRow,
  folderHasChannels,
  lockFolder,
  lockFolders,
  refuseTakenName,
  updateFolder as storeFolder,
} from '../../db/folders.ts';
import { parseFolderDescription, parseFolderName } from '../../domain/folder.ts';
import { folderUpdated } from '../../events/folders.ts';
import { administrator } from '../../facts/administrator.ts';
import { renderDescription } from '../../view/description.ts';

/** Changes a channel folder. Only administrators may do so. A folder with channels that are not archived cannot be archived. */
export async function updateFolder(
  ctx: Ctx,
  request: UpdateFolderRequest,
  scope: Scope,
): Promise<UpdateFolderResponse> {
  ctx.writeGuard.check();
  await administrator(scope);
  const named = request.name === undefined ? undefined : parseFolderName(request.name);
  const description =
    request.description === undefined ? undefined : parseFolderDescription(request.description);
  const renderedDescription =
    description === undefined ? undefined : await renderDescription(ctx, description, scope);
  await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    const id = request.channelFolderId;
    // The lock keeps others from moving a channel into the folder while it is archived.
    const before = await lockFolder(tx, id);
    if (!before) throw errors.badRequest('Invalid channel folder ID');
    expectFields(request.expected, before);
    const isUsed = !(request.isArchived ?? before.is_archived);
    if (isUsed && (named || before.is_archived)) {
      await refuseTakenName(tx, named?.key ?? parseFolderName(before.name).key, id);
    }
    if (request.isArchived && (await folderHasChannels(tx, id))) {
      throw errors.badRequest('You need to remove all the channels from this folder to archive it.');
    }
    const { isArchived } = request;
    const after = await storeFolder(tx, id, { ...named, description, renderedDescription, isArchived });
    const data = differences(before, after);
    if (Object.keys(data).length > 0) await emitAll(tx, [folderUpdated(id, data, scope.call.traceparent)]);
    const { rendered_description: _, ...to } = data;
    const from = Object.fromEntries(keysOf(to).map((key) => [key, before[key]]));
    const details = { folderId: id, from, to };
    await recordAudit(tx, scope.call, [{ action: 'channel.folder_changed', details }]);
  });
  return {};
}

const shown = ['name', 'description', 'rendered_description', 'is_archived'] as const;

const differences = (before: FolderRow, after: FolderRow): Partial<FolderRow> =>
  Object.fromEntries(shown.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]));
