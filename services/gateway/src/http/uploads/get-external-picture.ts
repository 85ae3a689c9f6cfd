import type { Transfer } from '../../edge/transfer.ts';
import { sendFile } from './send-file.ts';

/** The signature in the path permits the request, because browsers load pictures in messages without credentials. */
export const getExternalPicture: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/external_content',
  takesRest: true,
  operation: 'get-external-picture',
  summary: 'Returns a picture of another host that a message shows.',
  auth: 'none',
  // These wait for other hosts, which may be slow on purpose.
  share: 1 / 8,
  async handle(ctx, transfer) {
    await sendFile(ctx, transfer, { $case: 'externalPicture', externalPicture: transfer.rest });
    return undefined;
  },
};
