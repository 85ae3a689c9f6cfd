import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integerOrWord } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

/** Numbers of the export types in `RequestExportRequest`, by their names in the API. */
const exportTypes = { public: 1, full_with_consent: 2, full_without_consent: 3 } as const;

export const exportRealm = route({
  method: 'POST',
  path: '/export/realm',
  operation: 'export-realm',
  summary: 'Starts an export of the organization. For administrators; one at a time, five in seven days.',
  auth: 'required',
  params: params({
    // Clients before level 449 send the numbers 1 and 2.
    export_type: integerOrWord({ min: 1, max: 2 }, exportTypes)
      .default(exportTypes.public)
      .describe(
        'public; full_with_consent: also private data of people who consent; full_without_consent: all private data, for ' +
          'owners where operators allow it. Also 1 for public and 2 for full_with_consent.',
      ),
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, { export_type: exportType }, { call }) {
    const { exportId } = await ctx.rpc.userAdmin.requestExport({ exportType }, call);
    return ok({ id: exportId });
  },
});
