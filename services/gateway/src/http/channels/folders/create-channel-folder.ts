import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const createChannelFolder = route({
  method: 'POST',
  path: '/channel_folders/create',
  operation: 'create-channel-folder',
  summary: 'Creates a channel folder.',
  auth: 'required',
  params: params({ name: freeText(), description: freeText().default('') }),
  answer: z.strictObject({
    channel_folder_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { channelFolderId } = await ctx.rpc.channel.createFolder(values, call);
    return ok({ channel_folder_id: channelFolderId });
  },
});
