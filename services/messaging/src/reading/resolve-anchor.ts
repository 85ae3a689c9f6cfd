import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import type { Ctx } from '../context.ts';
import { firstSince } from '../db/reading/message-window.ts';
import { newestAnchor } from '../domain/limits.ts';
import { parseAnchor } from '../domain/reading/anchor.ts';
import type { ReadPlan } from './plan-read.ts';

/** Higher than every message ID when no message matches. @throws BAD_REQUEST when the anchor is invalid */
export async function resolveAnchor(
  ctx: Ctx,
  plan: ReadPlan,
  { anchor, anchorDate }: Pick<GetMessagesRequest, 'anchor' | 'anchorDate'>,
): Promise<number> {
  const parsed = parseAnchor(anchor, anchorDate);
  if (parsed.kind === 'id') return parsed.id;
  const found =
    parsed.kind === 'date' ? await firstSince(ctx.db, plan.source, parsed.time) : await plan.firstUnread();
  return found ?? newestAnchor;
}
