import type { Transfer } from '../../edge/transfer.ts';
import { sendFile } from './send-file.ts';

/** An avatar, an emoji or an icon; everybody may see them. */
export const getImage: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/user_avatars',
  takesRest: true,
  operation: 'get-image',
  summary: 'Returns an avatar, a custom emoji, an icon or a logo.',
  auth: 'none',
  async handle(ctx, transfer) {
    await sendFile(ctx, transfer, { $case: 'imagePath', imagePath: `/user_avatars/${transfer.rest}` });
    return undefined;
  },
};
