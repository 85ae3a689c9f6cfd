import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const startImport = route({
  method: 'POST',
  path: '/imports',
  operation: 'start-import',
  summary:
    'Starts or continues an import of an archive of another server, or a dry run. For owners; one at a time.',
  auth: 'required',
  params: params({
    upload_url: text(1_100).default('').describe('Address of an uploaded archive: `/user_uploads/…`.'),
    path: text(4_000)
      .default('')
      .describe('In place of `upload_url`: path of an archive in the folder of archives on the server.'),
    from: text(20)
      .default('')
      .describe(
        'mattermost, rocketchat, slack, zulip, teams or parley; without it, the source is recognised.',
      ),
    merge_people: boolean()
      .optional()
      .describe(
        'Whether people get existing accounts of the same address. Default: only where it is verified.',
      ),
    dry_run: boolean().default(false).describe('Whether only the report is made.'),
  }),
  answer: z.strictObject({
    import_id: z.int(),
  }),
  async handle(
    ctx,
    { upload_url: uploadUrl, path, from, merge_people: mergePeople, dry_run: dryRun },
    { call },
  ) {
    const request = { uploadUrl, path, from, mergePeople, dryRun, into: '' };
    const { importId } = await ctx.rpc.importing.startImport(request, call);
    return ok({ import_id: importId });
  },
});
