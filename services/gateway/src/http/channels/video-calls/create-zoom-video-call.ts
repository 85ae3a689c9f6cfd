import { credential } from '@parley/api';
import { errors } from '@parley/core';
import { personOf } from '@parley/rpc';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const createZoomVideoCall = route({
  method: 'POST',
  path: '/calls/zoom/create',
  operation: 'create-zoom-video-call',
  summary:
    'Creates a Zoom meeting of the caller and returns its link: in the account that the caller has connected, or in that of the deployment.',
  auth: 'required',
  changes: 'nothing',
  params: params({ is_video_call: boolean().default(true) }),
  answer: z.strictObject({
    url: credential('call address'),
  }),
  async handle(ctx, { is_video_call: isVideo }, { call }) {
    if (!ctx.zoom) throw errors.badRequest('Zoom is not configured.');
    const url = await ctx.zoom.createMeeting({ isVideo }, call);
    return ok({ url: handOut('call address', url, { ...personOf(call), isMaker: true }) });
  },
});
