import { channelFolderSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { boolean } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getChannelFolders = route({
  method: 'GET',
  path: '/channel_folders',
  operation: 'get-channel-folders',
  summary: 'Lists channel folders in their order.',
  auth: 'required',
  awaits: 'facts',
  params: params({ include_archived: boolean().default(false) }),
  answer: z.strictObject({
    channel_folders: z.array(channelFolderSchema),
  }),
  async handle(ctx, values, { call }) {
    const { channelFoldersJson } = await ctx.rpc.channel.getFolders(
      { includeArchived: values.include_archived },
      call,
    );
    return ok({ channel_folders: raw(channelFoldersJson) });
  },
});
