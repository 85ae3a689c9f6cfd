import type { IncomingMessage } from 'node:http';
import { errors, ParleyError } from '@parley/core';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import type { Transfer } from '../../edge/transfer.ts';
import { readForm } from '../uploads/upload-file.ts';
import { toUserReference } from './user-reference.ts';

const maxBytes = 5 * 1024 * 1024;

/** The caller's own picture: uploaded with POST, the Gravatar again with DELETE. */
export const ownAvatar: Transfer = {
  methods: ['POST', 'DELETE'],
  path: '/api/v1/users/me/avatar',
  takesRest: false,
  operation: 'change-own-avatar',
  summary: "Uploads the caller's picture, or takes it away.",
  auth: 'required',
  async handle(ctx, { request, call }) {
    let path = '';
    if (request.method === 'POST') {
      const content = await readImage(request);
      ({ path } = await ctx.rpc.upload.storeImage({ kind: Kind.AVATAR, content }, call));
    }
    const { avatarUrl } = await ctx.rpc.userAdmin.setAvatar({ path }, call);
    return ok({ avatar_url: avatarUrl });
  },
};

/** The file of a form, as long as an image may be. @throws ParleyError for a longer one, and for none */
export const readImage = async (request: IncomingMessage): Promise<Buffer> =>
  (await readImageForm(request)).content;

/** The same, and the texts beside it. */
export async function readImageForm(
  request: IncomingMessage,
): Promise<{ content: Buffer; fields: ReadonlyMap<string, string> }> {
  const form = readForm(request);
  const { bytes } = await form.file;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of form.whole(bytes)) {
    length += chunk.length;
    if (length > maxBytes) throw new ParleyError('PAYLOAD_TOO_LARGE', 'The image is larger than 5 MiB.');
    chunks.push(chunk);
  }
  return { content: Buffer.concat(chunks), fields: form.fields };
}

const userSchema = z.object({ avatar_url: z.string() });

/** `/avatar/{user_id_or_email}`, with `/medium` behind it in 500 pixels: leads to where the picture is. */
export const avatarOf: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/avatar',
  takesRest: true,
  operation: 'get-avatar',
  summary: 'Leads to the picture of a person.',
  auth: 'required',
  async handle(ctx, { rest, call, response, requestId }) {
    const [who = '', size, ...more] = rest.split('/');
    if (more.length > 0 || (size !== undefined && size !== 'medium')) throw errors.notFound();
    const request = { user: toUserReference(who), clientGravatar: false, includeCustomProfileFields: false };
    const { userJson } = await ctx.rpc.userAdmin.getUser(request, call, { idempotent: true });
    const url = userSchema.parse(JSON.parse(userJson.toString())).avatar_url;
    const isOurs = size === 'medium' && url.startsWith('/user_avatars/');
    response.writeHead(302, {
      location: isOurs ? url.replace(/\.png$/, '-medium.png') : url,
      'x-request-id': requestId,
      'cache-control': 'private, max-age=300',
      'content-length': 0,
    });
    response.end();
    return undefined;
  },
};
