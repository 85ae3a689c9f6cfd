import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { SetOrganizationImageRequest_Image as Image } from '@parley/proto/useradmin/v1/organization';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { readImage } from '../uploads/image-form.ts';

/** `/realm/icon`: POST uploads an icon, DELETE removes it. The answer contains the URL of the current icon. */
export const changeRealmIcon: Transfer = {
  methods: ['POST', 'DELETE'],
  path: '/api/v1/realm/icon',
  takesRest: false,
  operation: 'change-realm-icon',
  summary: "Uploads or deletes the organization's icon.",
  auth: 'required',
  answer: z.strictObject({
    icon_url: z.string(),
  }),
  async handle(ctx, { request, call }) {
    const image = Image.ICON;
    let path = '';
    if (request.method === 'POST') {
      await ctx.rpc.userAdmin.setOrganizationImage({ image, path, onlyCheck: true }, call, { retry: true });
      const content = await readImage(request);
      ({ path } = await ctx.rpc.upload.storeImage({ kind: Kind.ICON, content }, call));
    }
    const { url } = await ctx.rpc.userAdmin.setOrganizationImage({ image, path, onlyCheck: false }, call);
    return ok({ icon_url: url });
  },
};
