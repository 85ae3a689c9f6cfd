import { escapeHtml, ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { textsIn } from '@parley/texts';
import type { Ctx } from '../../context.ts';
import { htmlPage } from '../../edge/answer/html-page.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import type { PageRequest } from '../../edge/declaration/route.ts';

export type SessionPerson = { userId: UserId; sessionSha256: Buffer; call: Call };

export async function personOf(
  ctx: Ctx,
  { sessionSha256, call }: PageRequest,
): Promise<SessionPerson | undefined> {
  if (!sessionSha256) return undefined;
  try {
    const { userId } = await ctx.rpc.userAdmin.verifySession({ tokenSha256: sessionSha256 }, call);
    return { userId, sessionSha256, call: { ...call, principal: { userId } } };
  } catch (error) {
    if (error instanceof ParleyError && error.status === 401) return undefined;
    throw error;
  }
}

export function signInFirst(ctx: Ctx, { language }: PageRequest): PageContent {
  const { title, logIn, afterwards } = textsIn(language).pages.call;
  const link = `<a href="${escapeHtml(ctx.config.publicUrl)}/">${escapeHtml(logIn)}</a>`;
  return htmlPage(
    { title, content: `<p>${link}</p>\n<p>${escapeHtml(afterwards)}</p>`, language },
    { status: 401 },
  );
}
