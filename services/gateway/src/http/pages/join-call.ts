import { errors } from '@parley/core';
import type { Page } from '../../edge/declaration/route.ts';
import { joinAddress, meetingPath, readMeetingToken } from '../../video-calls/big-blue-button.ts';
import { ownAccount } from '../../video-calls/own-account.ts';
import { redirectTo } from './redirect.ts';
import { personOf, signInFirst } from './session-person.ts';

/** Redirects a signed-in person to the BigBlueButton call of a link. Creates the call for the first person who joins. */
export const joinCall: Page = {
  path: `${meetingPath}/{token}`,
  operation: 'join-call-page',
  async handle(ctx, request) {
    const config = ctx.config.calls.bigBlueButton;
    const meeting = config && readMeetingToken(request.path.token ?? '', config);
    if (!meeting) throw errors.notFound();
    const person = await personOf(ctx, request);
    if (!person) return signInFirst(ctx, request);
    const { userId, call } = person;
    const { fullName } = await ownAccount(ctx, call);
    return redirectTo(await joinAddress(meeting, { userId, fullName }, { config, signal: call.signal }));
  },
};
