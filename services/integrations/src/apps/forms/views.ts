import { createHash, randomBytes } from 'node:crypto';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import {
  deleteView,
  deleteViewsWith,
  findView,
  findViewByName,
  insertView,
  updateView,
  type ViewRow,
} from '../../db/views.ts';
import { presentView, readView, type StoredView } from '../../domain/apps/view.ts';
import { PayloadError } from '../../domain/templates/payload.ts';
import { viewClosed, viewOpened, viewUpdated } from '../../events/app-view.ts';
import { blockRenderer } from '../composing/compose.ts';
import type { InstalledApp } from '../installed-app.ts';

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
export const knownOf = (
  app: InstalledApp,
  {
    viewId,
    hash,
    previousViewId,
    rootViewId,
  }: Pick<ViewRow, 'viewId' | 'hash' | 'previousViewId' | 'rootViewId'>,
) => ({
  viewId,
  hash,
  previousViewId,
  rootViewId: rootViewId || viewId,
  appId: app.appId,
  botId: app.botId,
  appName: app.manifest.name,
});

/**
 * Stores a form that an app opens for a person.
 * @param below the form over which it is opened, and to which the person returns
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
    below,
  }: {
    value: unknown;
    userId: UserId;
    place: string;
    pressId: string | undefined;
    below?: ViewRow | undefined;
  },
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
    externalId: view.external_id,
    previousViewId: below?.viewId ?? '',
    rootViewId: below ? below.rootViewId || below.viewId : '',
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
 * @param viewId empty for the one with the name `externalId` that the app has given it
 * @param tells whether the clients of the person are told by an event
 * @throws PayloadError for a wrong form, one that does not exist, or one that has changed since the app saw it
 */
export async function replaceView(
  ctx: Ctx,
  app: InstalledApp,
  {
    viewId: given,
    externalId = '',
    value,
    expectedHash,
    tells,
  }: {
    viewId: string;
    externalId?: string;
    value: unknown;
    expectedHash?: string | undefined;
    tells: boolean;
  },
  scope: Scope,
): Promise<OpenView> {
  const before =
    given === '' ? await findViewByName(ctx.db, app.appId, externalId) : await findView(ctx.db, given);
  if (before?.appId !== app.appId) throw new PayloadError('There is no such view.');
  const { viewId } = before;
  const { view, content } = await checkedView(ctx, value, scope);
  const row = await ctx.db.tx(async (tx) => {
    const changed = { content, hash: hashOf(content), externalId: view.external_id, expectedHash };
    const updated = await updateView(tx, viewId, changed);
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

/** Deletes a form and all that are over or below it, and closes them in all clients of its person. */
export async function closeAllViews(
  ctx: Ctx,
  { viewId, userId }: Pick<ViewRow, 'viewId' | 'userId'>,
  scope: Scope,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const closed of await deleteViewsWith(tx, viewId, userId))
      await emit(tx, viewClosed(closed, userId, scope.call.traceparent));
  });
}

/** Returns an open form of an app or person; undefined when there is none. */
export async function openViewById(ctx: Ctx, viewId: string): Promise<OpenView | undefined> {
  const row = await findView(ctx.db, viewId);
  return row && { ...row, view: JSON.parse(row.content) as StoredView };
}
