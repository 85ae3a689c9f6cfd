import { errors } from '@parley/core';
import type { GetUserResponse } from '@parley/proto/useradmin/v1/people';
import { z } from 'zod';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { toUserReference } from './user-reference.ts';

const userSchema = z.object({ avatar_url: z.string() });

/** Returns the URL of an avatar. The previous release of user-admin sends it only within the JSON. */
const avatarUrlOf = ({ avatarUrl, userJson }: GetUserResponse): string =>
  avatarUrl || userSchema.parse(JSON.parse(userJson.toString())).avatar_url;

/** With `/medium` at the end, the picture of 500 pixels, if this server stores the avatar. */
export const getAvatar: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/avatar',
  takesRest: true,
  operation: 'get-avatar',
  summary: "Redirects to a user's avatar.",
  auth: 'required',
  async handle(ctx, { rest, call, response, headers }) {
    const [who = '', size, ...more] = rest.split('/');
    if (more.length > 0 || (size !== undefined && size !== 'medium')) throw errors.notFound();
    const request = { user: toUserReference(who), includeCustomProfileFields: false };
    const url = avatarUrlOf(await ctx.rpc.userAdmin.getUser(request, call));
    const isOurs = size === 'medium' && url.startsWith('/user_avatars/');
    response.writeHead(302, {
      ...headers,
      location: isOurs ? url.replace(/\.png$/, '-medium.png') : url,
      'cache-control': 'private, max-age=300',
      'content-length': 0,
    });
    response.end();
    return undefined;
  },
};
