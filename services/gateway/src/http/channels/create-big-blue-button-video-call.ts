import { errors } from '@parley/core';
import { boolean, freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/**
 * Clients may call it although it is not announced. It therefore exists and explains why it refuses
 * (docs/api/organization.md#video-calls).
 */
export const createBigBlueButtonVideoCall = route({
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  operation: 'create-big-blue-button-video-call',
  summary: 'Always refused: this server has no BigBlueButton.',
  auth: 'required',
  params: params({ meeting_name: freeText(), voice_only: boolean().default(false) }),
  async handle() {
    throw errors.badRequest('BigBlueButton is not configured.');
  },
});
