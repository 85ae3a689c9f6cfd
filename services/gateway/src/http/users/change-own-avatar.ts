import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { readImage } from '../uploads/image-form.ts';

/** POST uploads an avatar. DELETE removes it, so that the user has a default avatar again. */
export const changeOwnAvatar: Transfer = {
  methods: ['POST', 'DELETE'],
  path: '/api/v1/users/me/avatar',
  takesRest: false,
  operation: 'change-own-avatar',
  summary: "Uploads or deletes the caller's avatar.",
  auth: 'required',
  answer: z.strictObject({
    avatar_url: z.string(),
  }),
  async handle(ctx, { request, call }) {
    let path = '';
    if (request.method === 'POST') {
      await ctx.rpc.userAdmin.checkNewAvatar({}, call);
      const content = await readImage(request);
      ({ path } = await ctx.rpc.upload.storeImage({ kind: Kind.AVATAR, content }, call));
    }
    const { avatarUrl } = await ctx.rpc.userAdmin.setAvatar({ path }, call);
    return ok({ avatar_url: avatarUrl });
  },
};
