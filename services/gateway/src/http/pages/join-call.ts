import { errors, escapeHtml, ParleyError } from '@parley/core';
import { textsIn } from '@parley/texts';
import { joinAddress, meetingPath, readMeetingToken } from '../../calls/big-blue-button.ts';
import type { Ctx } from '../../context.ts';
import { htmlPage } from '../../edge/html-page.ts';
import type { Page, PageContent, PageRequest } from '../../edge/route.ts';
import { ownAccount } from '../own-account.ts';

/** Leads a person with a session to the BigBlueButton call of a link; creates the call when its first person comes. */
export const joinCall: Page = {
  path: `${meetingPath}/{token}`,
  operation: 'join-call-page',
  async handle(ctx, request) {
    const config = ctx.config.calls.bigBlueButton;
    const meeting = config && readMeetingToken(request.path.token ?? '', config);
    if (!meeting) throw errors.notFound();
    const userId = await personOf(ctx, request);
    if (userId === undefined) return signInFirst(ctx, request);
    const call = { ...request.call, principal: { userId } };
    const { full_name: fullName } = await ownAccount(ctx, call);
    const location = await joinAddress(meeting, { userId, fullName }, { config, signal: call.signal });
    return {
      status: 303,
      contentType: 'text/plain; charset=utf-8',
      headers: { location, 'referrer-policy': 'no-referrer' },
      body: '',
    };
  },
};

/** Returns the person of the browser's session; undefined without one. */
async function personOf(ctx: Ctx, { sessionSha256, call }: PageRequest): Promise<number | undefined> {
  if (!sessionSha256) return undefined;
  try {
    return (await ctx.rpc.userAdmin.verifySession({ tokenSha256: sessionSha256 }, call)).userId;
  } catch (error) {
    if (error instanceof ParleyError && error.status === 401) return undefined;
    throw error;
  }
}

function signInFirst(ctx: Ctx, { language }: PageRequest): PageContent {
  const { title, logIn, afterwards } = textsIn(language).pages.call;
  const link = `<a href="${escapeHtml(ctx.config.publicUrl)}/">${escapeHtml(logIn)}</a>`;
  return htmlPage(
    { title, content: `<p>${link}</p>\n<p>${escapeHtml(afterwards)}</p>`, language },
    { status: 401 },
  );
}
