import { credential } from '@parley/api';
import { errors } from '@parley/core';
import { personOf } from '@parley/rpc';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { meetingPath, newMeetingToken } from '../../../video-calls/big-blue-button.ts';

export const createBigBlueButtonVideoCall = route({
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  operation: 'create-big-blue-button-video-call',
  summary: 'Returns a link to a new BigBlueButton call, which people open with a browser that is logged in.',
  auth: 'required',
  params: params({ meeting_name: freeText(1_000), voice_only: boolean().default(false) }),
  answer: z.strictObject({
    url: credential('call address'),
  }),
  async handle({ config }, { meeting_name: name, voice_only: isVoiceOnly }, { caller, call }) {
    const { bigBlueButton } = config.calls;
    if (!bigBlueButton) throw errors.badRequest('BigBlueButton is not configured.');
    const token = newMeetingToken({ name, isVoiceOnly, moderatorId: caller.userId }, bigBlueButton);
    const url = `${config.publicUrl}${meetingPath}/${token}`;
    return ok({ url: handOut('call address', url, { ...personOf(call), isMaker: true }) });
  },
});
