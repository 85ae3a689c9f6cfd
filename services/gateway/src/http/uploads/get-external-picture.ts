import type { Transfer } from '../../edge/declaration/transfer.ts';
import { sendFile } from './send-file.ts';

/** Browsers load pictures without credentials, so a signature in the path authorizes the request. */
export const getExternalPicture: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/external_content',
  takesRest: true,
  operation: 'get-external-picture',
  summary: 'Returns a picture of another host that a message shows.',
  auth: 'none',
  // These requests wait for other hosts, which may be slow on purpose, so their number is limited to a small share.
  share: 1 / 8,
  async handle(ctx, transfer) {
    await sendFile(ctx, transfer, { $case: 'externalPicture', externalPicture: transfer.rest });
    return undefined;
  },
};
