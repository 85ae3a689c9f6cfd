import { getAuditLogAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
  }),
  answer: getAuditLogAnswer,
  async handle(ctx, { before, limit, user_id }, { call }) {
    const { entriesJson } = await ctx.rpc.userAdmin.listAuditEntries(
      { beforeEntryId: before ?? 0, limit, userId: user_id ?? 0 },
      call,
    );
    return ok({ entries: raw(entriesJson) });
  },
});
