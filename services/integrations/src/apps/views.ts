import { createHash, randomBytes } from 'node:crypto';
import { emit } from '@parley/db';
import type { Scope } from '@parley/directory';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { deleteView, findView, insertView, updateView, type ViewRow } from '../db/views.ts';
import { PayloadError } from '../domain/payload.ts';
import { presentView, readView, type StoredView } from '../domain/view.ts';
import { viewClosed, viewOpened, viewUpdated } from '../events/app-view.ts';
import { blockRenderer } from './compose.ts';
import type { InstalledApp } from './installed-app.ts';

/** An open form. */
export type OpenView = ViewRow & { view: StoredView };

const noNames = { users: new Map<number, string>(), channels: new Map<number, string>() };
const hashOf = (content: string): string =>
  createHash('sha256').update(content).update(randomBytes(8)).digest('hex').slice(0, 16);

async function checkedView(
  ctx: Ctx,
  value: unknown,
  scope: Scope,
): Promise<{ view: StoredView; content: string }> {
  const view = readView(value, await blockRenderer(ctx, noNames, scope));
  return { view, content: JSON.stringify(view) };
}

/** Returns what texts about a form need to know of it. */
export const knownOf = (app: InstalledApp, { viewId, hash }: Pick<ViewRow, 'viewId' | 'hash'>) => ({
  viewId,
  hash,
  appId: app.appId,
  botId: app.botId,
  appName: app.manifest.name,
});

/**
 * Stores a form that an app opens for a person.
 * @param pressId the press with which it is opened; the clients of the person are told. Undefined for a form that an answer contains
 * @throws PayloadError for a wrong form
 */
export async function openView(
  ctx: Ctx,
  app: InstalledApp,
  {
    value,
    userId,
    place,
    pressId,
  }: { value: unknown; userId: UserId; place: string; pressId: string | undefined },
  scope: Scope,
): Promise<OpenView> {
  const { view, content } = await checkedView(ctx, value, scope);
  const row = {
    viewId: `V${randomBytes(12).toString('hex')}`,
    appId: app.appId,
    userId,
    content,
    hash: hashOf(content),
    place,
  };
  await ctx.db.tx(async (tx) => {
    await insertView(tx, row);
    if (pressId === undefined) return;
    const shown = presentView(view, knownOf(app, row));
    await emit(tx, viewOpened(shown, { userId, pressId }, scope.call.traceparent));
  });
  return { ...row, view };
}

/**
 * Replaces an open form.
 * @param tells whether the clients of the person are told by an event
 * @throws PayloadError for a wrong form, one that does not exist, or one that has changed since the app saw it
 */
export async function replaceView(
  ctx: Ctx,
  app: InstalledApp,
  {
    viewId,
    value,
    expectedHash,
    tells,
  }: { viewId: string; value: unknown; expectedHash?: string | undefined; tells: boolean },
  scope: Scope,
): Promise<OpenView> {
  const before = await findView(ctx.db, viewId);
  if (before?.appId !== app.appId) throw new PayloadError('There is no such view.');
  const { view, content } = await checkedView(ctx, value, scope);
  const row = await ctx.db.tx(async (tx) => {
    const updated = await updateView(tx, viewId, { content, hash: hashOf(content), expectedHash });
    if (updated && tells) {
      const shown = presentView(view, knownOf(app, updated));
      await emit(tx, viewUpdated(shown, updated.userId, scope.call.traceparent));
    }
    return updated;
  });
  if (!row) throw new PayloadError('The view has changed.');
  return { ...row, view };
}

/** Deletes a form, and closes it in all clients of its person. */
export async function closeOpenView(
  ctx: Ctx,
  { viewId, userId }: Pick<ViewRow, 'viewId' | 'userId'>,
  scope: Scope,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await deleteView(tx, viewId);
    await emit(tx, viewClosed(viewId, userId, scope.call.traceparent));
  });
}

/** Returns an open form of an app or person; undefined when there is none. */
export async function openViewById(ctx: Ctx, viewId: string): Promise<OpenView | undefined> {
  const row = await findView(ctx.db, viewId);
  return row && { ...row, view: JSON.parse(row.content) as StoredView };
}
