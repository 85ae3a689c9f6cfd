import { auditEntrySchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

/** Largest allowed Unix time in seconds: the end of the year 9999. PostgreSQL can store it. */
const lastSecond = 253_402_300_799;

export const getAuditLog = route({
  method: 'GET',
  path: '/realm/audit_log',
  operation: 'get-audit-log',
  summary: 'Lists administrative changes with actor, time and address, the newest first. For owners.',
  auth: 'required',
  params: params({
    before: integer({ min: 1 }).optional().describe('Returns entries with smaller IDs.'),
    limit: integer({ min: 1, max: 1_000 }).default(100),
    user_id: integer({ min: 1 }).optional().describe('Changes by or of this user.'),
    actor_id: integer({ min: 1 }).optional().describe('Changes by this user.'),
    action: text(100).optional().describe('Changes of this kind, such as `user.role_changed`.'),
    from: integer({ min: 1, max: lastSecond })
      .optional()
      .describe('Unix time in seconds. Changes from then on.'),
    to: integer({ min: 1, max: lastSecond }).optional().describe('Unix time in seconds. Changes before it.'),
  }),
  answer: z.strictObject({
    entries: z.array(auditEntrySchema),
  }),
  async handle(ctx, { before, limit, user_id, actor_id, action, from, to }, { call }) {
    const { entriesJson } = await ctx.rpc.userAdmin.listAuditEntries(
      {
        beforeEntryId: before ?? 0,
        limit,
        userId: user_id ?? 0,
        actorId: actor_id ?? 0,
        action: action ?? '',
        fromTime: from ?? 0,
        toTime: to ?? 0,
      },
      call,
    );
    return ok({ entries: raw(entriesJson) });
  },
});
