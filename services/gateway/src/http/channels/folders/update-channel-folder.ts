import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, freeText, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { expectedValues } from '../../expected-values.ts';

export const updateChannelFolder = route({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  operation: 'update-channel-folder',
  summary: 'Renames, describes, archives or restores a channel folder.',
  auth: 'required',
  params: params({
    channel_folder_id: integer({ min: 0 }).inPath(),
    name: freeText().optional(),
    description: freeText().optional(),
    is_archived: boolean().optional(),
    expected: expectedValues,
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.updateFolder(
      {
        channelFolderId: values.channel_folder_id,
        name: values.name,
        description: values.description,
        isArchived: values.is_archived,
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
