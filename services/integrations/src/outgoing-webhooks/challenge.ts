import { randomBytes } from 'node:crypto';
import type { UserId } from '@parley/rules';
import { installedApp } from '../apps/installed-app.ts';
import { askApp } from '../apps/presses/ask-app.ts';
import type { Ctx } from '../context.ts';
import { findAppOfBot } from '../db/apps.ts';

/** Maximum number of addresses that a process remembers as confirmed. */
const maxRemembered = 1_000;

/**
 * Returns whether the program of a bot has confirmed that events may be sent to its address: it returned the challenge of a `url_verification`, as
 * Slack's Events API has it. Each process asks once.
 */
export async function isConfirmed(ctx: Ctx, botId: UserId, url: string): Promise<boolean> {
  const { confirmedAddresses: confirmed } = ctx;
  const key = `${botId} ${url}`;
  if (confirmed.has(key)) return true;
  const row = await findAppOfBot(ctx.db, botId);
  if (!row) return false;
  const challenge = randomBytes(24).toString('hex');
  const body = JSON.stringify({ type: 'url_verification', token: '', challenge });
  const answer = await askApp(ctx, installedApp(row), { url, body, contentType: 'application/json' });
  if ('failure' in answer || !answer.body.includes(challenge)) return false;
  if (confirmed.size >= maxRemembered) confirmed.clear();
  confirmed.add(key);
  return true;
}
