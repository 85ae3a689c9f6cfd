import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { ok } from '../../../edge/answer/envelope.ts';
import type { Transfer } from '../../../edge/declaration/transfer.ts';
import { readImage } from '../../uploads/image-form.ts';

/** `/realm/emoji/{emoji_name}`: POST uploads a custom emoji, DELETE deactivates it. */
export const changeCustomEmoji: Transfer = {
  methods: ['POST', 'DELETE'],
  path: '/api/v1/realm/emoji',
  takesRest: true,
  operation: 'change-custom-emoji',
  summary: 'Adds or deactivates a custom emoji of the organization.',
  auth: 'required',
  async handle(ctx, { request, rest: name, call }) {
    if (request.method === 'DELETE') {
      await ctx.rpc.userAdmin.removeEmoji({ name }, call);
      return ok();
    }
    await ctx.rpc.userAdmin.checkNewEmoji({ name }, call);
    const content = await readImage(request);
    const { path, stillPath } = await ctx.rpc.upload.storeImage({ kind: Kind.EMOJI, content }, call);
    await ctx.rpc.userAdmin.addEmoji({ name, path, stillPath }, call);
    return ok();
  },
};
