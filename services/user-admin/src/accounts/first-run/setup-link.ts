import { randomBytes } from 'node:crypto';
import { type Logger, retry } from '@parley/core';
import type { Queryable } from '@parley/db';
import type { Ctx } from '../context.ts';
import { findSetupSalt, hasOrganization, insertSetupSalt } from '../db/first-run.ts';
import { setupSecret } from '../domain/setup-secret.ts';

const saltBytes = 32;
const retries = { baseMs: 500, maxMs: 30_000 };

/** The secret is in the fragment of the URL, which browsers do not send to servers. */
export async function setupLink(ctx: Ctx, db: Queryable): Promise<string | undefined> {
  if (await hasOrganization(db)) return undefined;
  await insertSetupSalt(db, randomBytes(saltBytes));
  const salt = await findSetupSalt(db);
  // The organization was created in the meantime.
  if (!salt) return undefined;
  return `${ctx.config.publicUrl}/#setup/${setupSecret(salt, ctx.config.secretKeys.current)}`;
}

/** Logs the link with which the organization can be created. Does nothing when the organization exists. */
export async function announceSetup(ctx: Ctx, logger: Logger, signal: AbortSignal): Promise<void> {
  try {
    const link = await retry(() => setupLink(ctx, ctx.db), { ...retries, signal });
    if (link !== undefined) logger.warn({ link }, 'there is no organization yet: open the link to create it');
  } catch (err) {
    if (!signal.aborted) logger.error({ err }, 'the setup link is unknown');
  }
}
