import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer, integerOrWord, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

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
    since: integer({ min: 0, max: 253_402_300_799 })
      .default(0)
      .describe('Time in seconds since 1970: only messages that were sent since are exported. 0 for all.'),
    format: oneOf(['parley', 'zulip', 'mattermost'])
      .default('parley')
      .describe(
        'parley: the form that `parley import` reads; zulip: what Zulip’s importer reads; mattermost: its bulk form.',
      ),
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, { export_type: exportType, since, format }, { call }) {
    const { exportId } = await ctx.rpc.userAdmin.requestExport({ exportType, since, format }, call);
    return ok({ id: exportId });
  },
});
