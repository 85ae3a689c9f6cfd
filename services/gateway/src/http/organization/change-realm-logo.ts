import type { IncomingMessage } from 'node:http';
import { errors } from '@parley/core';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { SetOrganizationImageRequest_Image as Image } from '@parley/proto/useradmin/v1/organization';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import {
  mergeParameters,
  parseUrlencoded,
  type RawParameters,
} from '../../edge/declaration/raw-parameters.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { readBody } from '../../edge/intake/read-body.ts';
import { readImageForm } from '../uploads/image-form.ts';

const declared = params({
  night: boolean().default(false).describe('The logo of dark themes instead of that of light ones.'),
});

/** POST uploads a logo, DELETE removes it. The field `night` selects the logo of the dark theme. */
export const changeRealmLogo: Transfer = {
  methods: ['POST', 'DELETE'],
  path: '/api/v1/realm/logo',
  takesRest: false,
  operation: 'change-realm-logo',
  summary: "Uploads or deletes one of the organization's logos.",
  auth: 'required',
  async handle(ctx, { request, call }) {
    const query = parseUrlencoded((request.url ?? '').split('?')[1] ?? '');
    const imageOf = (form: RawParameters) =>
      declared.parse(mergeParameters(query, form), {}).values.night ? Image.NIGHT_LOGO : Image.LOGO;
    if (request.method === 'DELETE') {
      const image = imageOf(await readSmallForm(request));
      await ctx.rpc.userAdmin.setOrganizationImage({ image, path: '', onlyCheck: false }, call);
      return ok();
    }
    const asked = { image: Image.LOGO, path: '', onlyCheck: true };
    await ctx.rpc.userAdmin.setOrganizationImage(asked, call, { retry: true });
    const { content, fields } = await readImageForm(request);
    const image = imageOf(Object.fromEntries(fields));
    const { path } = await ctx.rpc.upload.storeImage({ kind: Kind.LOGO, content }, call);
    await ctx.rpc.userAdmin.setOrganizationImage({ image, path, onlyCheck: false }, call);
    return ok();
  },
};

/** Maximum size in bytes of a form without a file. */
const maxFormBytes = 16 * 1024;

async function readSmallForm(request: IncomingMessage): Promise<RawParameters> {
  const form = await readBody(request, maxFormBytes, () => errors.badRequest('The form is too long'));
  return parseUrlencoded(form.toString());
}
