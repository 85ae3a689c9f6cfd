import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getRealmExportConsents = route({
  method: 'GET',
  path: '/export/realm/consents',
  operation: 'get-realm-export-consents',
  summary: 'Lists which users allow an export of their private data. For administrators.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    export_consents: z.array(
      z.strictObject({
        user_id: z.int(),
        consented: z.boolean(),
        email_address_visibility: z.int(),
      }),
    ),
  }),
  async handle(ctx, _values, { call }) {
    const { exportConsentsJson } = await ctx.rpc.userAdmin.listExportConsents({}, call);
    return ok({ export_consents: raw(exportConsentsJson) });
  },
});
