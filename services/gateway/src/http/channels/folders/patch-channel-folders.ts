import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const patchChannelFolders = route({
  method: 'PATCH',
  path: '/channel_folders',
  operation: 'patch-channel-folders',
  summary: 'Reorders the channel folders.',
  auth: 'required',
  params: params({
    order: json(z.array(z.int().positive()).max(100_000)).describe('All folders, including archived ones.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.reorderFolders({ order: values.order }, call);
    return ok();
  },
});
