import { basename, isAbsolute, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sourceNames } from '@parley/archive';
import { errors, errorText } from '@parley/core';
import type { StartImportRequest, StartImportResponse } from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import { requireOwner } from '../access.ts';
import type { Ctx } from '../context.ts';
import {
  continueImport,
  findActive,
  findByFingerprint,
  type ImportRow,
  insertImport,
  lockImports,
} from '../db/imports.ts';
import { fingerprintOf } from '../fingerprint.ts';

const uploadForm = /^\/user_uploads\/[^?#]{1,1000}$/;

/**
 * Begins an import, or continues the one of the same archive that was stopped. An archive that was imported is not imported again: the
 * answer names its import. A repeated call gets the answer of the first one, also for a dry run while that is under way.
 * @throws BAD_REQUEST for an archive that is not there or was imported with other options, for an unknown source, and while another import
 * is under way
 */
export async function startImport(
  ctx: Ctx,
  request: StartImportRequest,
  call: Call,
): Promise<StartImportResponse> {
  const requestedBy = await requireOwner(ctx, call, true);
  const { from, into, dryRun, mergePeople } = request;
  if (from !== '' && !sourceNames.some((name) => name === from))
    throw errors.badRequest('Invalid parameters');
  const { archivePath, archiveName, fingerprint } = await archiveOf(ctx, request, requestedBy);
  const importId = await ctx.db.tx(async (tx) => {
    await lockImports(tx);
    const same = dryRun ? undefined : await findByFingerprint(tx, fingerprint);
    if (same) {
      if (into !== '' && into !== same.options.into)
        throw errors.badRequest('There is an organization already. Leave out --into to import into it.');
      if (!isOf(same, request)) throw otherOptions(same.importId);
      await continueImport(tx, same.importId, archivePath);
      return same.importId;
    }
    const options = { from, into, dryRun, ...(mergePeople !== undefined && { mergePeople }) };
    const active = await findActive(tx);
    if (active && dryRun && active.fingerprint === fingerprint && isDeepStrictEqual(active.options, options))
      return active.importId;
    if (active) throw errors.badRequest('Another import is under way.');
    return insertImport(tx, { archivePath, archiveName, fingerprint, options, requestedBy });
  });
  ctx.kick();
  return { importId };
}

/** Whether a request means the import as it was begun, and not one whose result would be another. */
const isOf = ({ options, source }: ImportRow, { from, mergePeople }: StartImportRequest): boolean =>
  options.mergePeople === mergePeople && (from === '' || from === (options.from || source));

const otherOptions = (importId: number) =>
  errors.badRequest(
    errorText(
      'The archive is import {importId} already, with other options. Repeat it with the same ones, or remove that import first.',
      { importId },
    ),
  );

/** Returns where the archive lies, and what identifies it. */
async function archiveOf(ctx: Ctx, { path, uploadUrl }: StartImportRequest, requestedBy: number) {
  if (uploadUrl !== '') {
    if (!uploadForm.test(uploadUrl) || requestedBy === 0) throw errors.badRequest('Invalid parameters');
    return { archivePath: uploadUrl, archiveName: basename(uploadUrl), fingerprint: `upload ${uploadUrl}` };
  }
  // Owners name archives only where operators put them: they must not make the server read other files.
  const folder = ctx.folder === '' ? undefined : resolve(ctx.folder);
  const isAllowed =
    requestedBy === 0 || (folder !== undefined && resolve(path).startsWith(`${folder}${sep}`));
  if (!isAbsolute(path) || !isAllowed) throw errors.badRequest('There is no such archive on the server.');
  const fingerprint = await fingerprintOf(path, folder);
  if (fingerprint === undefined) throw errors.badRequest('There is no such archive on the server.');
  return { archivePath: path, archiveName: basename(path), fingerprint };
}
