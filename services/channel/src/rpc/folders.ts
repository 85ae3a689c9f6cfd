/** Channel folders: everyone sees them, administrators change them. */
import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import { confirmed, requireCaller, type User } from '@parley/directory';
import type {
  CreateFolderRequest,
  CreateFolderResponse,
  GetFoldersRequest,
  GetFoldersResponse,
  ReorderFoldersRequest,
  ReorderFoldersResponse,
  UpdateFolderRequest,
  UpdateFolderResponse,
} from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  allFolders,
  type FolderRow,
  folderHasChannels,
  insertFolder,
  isFolderNameTaken,
  lockFolder,
  lockFolders,
  updateFolder as storeFolder,
  reorderFolders as storeOrder,
} from '../db/folders.ts';
import { renderDescription } from '../describe.ts';
import { checkOrder, parseFolderDescription, parseFolderName } from '../domain/folder.ts';
import { isAdministrator } from '../domain/permissions.ts';
import { folderCreated, foldersReordered, folderUpdated } from '../events/folders.ts';

/** @throws UNAUTHORIZED_PRINCIPAL for anybody but administrators. */
const administrator = (ctx: Ctx, call: Call): Promise<User> =>
  confirmed(async (options) => {
    const caller = await requireCaller(ctx, call, options);
    if (isAdministrator(caller)) return caller;
    throw errors.administratorRequired();
  });

async function refuseTakenName(tx: Tx, key: string, exceptId: number): Promise<void> {
  if (await isFolderNameTaken(tx, key, exceptId))
    throw errors.badRequest('Channel folder name already in use');
}

export async function createFolder(
  ctx: Ctx,
  request: CreateFolderRequest,
  call: Call,
): Promise<CreateFolderResponse> {
  ctx.writeGuard.check();
  const { userId } = await administrator(ctx, call);
  const { name, key } = parseFolderName(request.name);
  const description = parseFolderDescription(request.description);
  const renderedDescription = await renderDescription(ctx, description);
  const folder = await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    await refuseTakenName(tx, key, 0);
    const row = await insertFolder(tx, { name, key, description, renderedDescription, creatorId: userId });
    await emitAll(tx, [folderCreated(row, call.traceparent)]);
    return row;
  });
  return { channelFolderId: folder.id };
}

export async function getFolders(
  ctx: Ctx,
  { includeArchived }: GetFoldersRequest,
  call: Call,
): Promise<GetFoldersResponse> {
  await requireCaller(ctx, call);
  const folders = (await allFolders(ctx.db)).filter((folder) => includeArchived || !folder.is_archived);
  return { channelFoldersJson: Buffer.from(JSON.stringify(folders)) };
}

export async function updateFolder(
  ctx: Ctx,
  request: UpdateFolderRequest,
  call: Call,
): Promise<UpdateFolderResponse> {
  ctx.writeGuard.check();
  await administrator(ctx, call);
  const named = request.name === undefined ? undefined : parseFolderName(request.name);
  const description =
    request.description === undefined ? undefined : parseFolderDescription(request.description);
  const renderedDescription =
    description === undefined ? undefined : await renderDescription(ctx, description);
  await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    const id = request.channelFolderId;
    // Locked: no channel is put into it while it is archived.
    const before = await lockFolder(tx, id);
    if (!before) throw errors.badRequest('Invalid channel folder ID');
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
    if (Object.keys(data).length > 0) await emitAll(tx, [folderUpdated(id, data, call.traceparent)]);
  });
  return {};
}

const shown = ['name', 'description', 'rendered_description', 'is_archived'] as const;

const differences = (before: FolderRow, after: FolderRow): Partial<FolderRow> =>
  Object.fromEntries(shown.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]));

export async function reorderFolders(
  ctx: Ctx,
  { order }: ReorderFoldersRequest,
  call: Call,
): Promise<ReorderFoldersResponse> {
  ctx.writeGuard.check();
  await administrator(ctx, call);
  await ctx.db.tx(async (tx) => {
    await lockFolders(tx);
    const folders = await allFolders(tx);
    checkOrder(
      order,
      folders.map((folder) => folder.id),
    );
    if (folders.every((folder, index) => folder.id === order[index])) return;
    await storeOrder(tx, order);
    await emitAll(tx, [foldersReordered(order, call.traceparent)]);
  });
  return {};
}
