import { errors } from '@parley/core';
import type { Page } from '../../edge/declaration/route.ts';
import { drawAvatar } from './draw-avatar.ts';

const name = /^(\d{1,2})-([A-Z0-9]{0,2})(-medium)?\.png$/;

/** Avatars for users without a picture: their initials on a colour. The file name contains both, so no service is called. */
export const generatedAvatar: Page = {
  path: '/user_avatars/generated/{name}',
  operation: 'get-generated-avatar',
  isShared: true,
  isStatic: true,
  async handle(_ctx, { path }) {
    const [, color, initials, medium] = name.exec(path.name ?? '') ?? [];
    if (color === undefined) throw errors.notFound();
    return {
      contentType: 'image/png',
      body: drawAvatar(initials ?? '', Number(color), medium ? 500 : 100),
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      },
    };
  },
};
