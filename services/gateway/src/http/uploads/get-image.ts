import type { Transfer } from '../../edge/declaration/transfer.ts';
import { sendFile } from './send-file.ts';

/** Serves avatars, custom emoji, icons and logos. They are public. */
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
