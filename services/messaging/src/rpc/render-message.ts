import { requireCaller } from '@parley/directory';
import type { RenderMessageRequest, RenderMessageResponse } from '@parley/proto/messaging/v1/changing';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { parseContent } from '../domain/content.ts';
import { mayKnow } from '../domain/send-rules.ts';
import { renderMessage as render } from '../rendering/render-message.ts';

/** Returns the HTML of a text as if the caller had sent it. Stores and announces nothing. */
export async function renderMessage(
  ctx: Ctx,
  request: RenderMessageRequest,
  call: Call,
): Promise<RenderMessageResponse> {
  const content = parseContent(request.content);
  const user = await requireCaller(ctx, call);
  const histories = await ctx.directory.subscriptions.of(user.userId, call);
  const { html } = await render(
    ctx,
    content,
    (channel) =>
      mayKnow(channel, { user, isSubscribed: histories.get(channel.channelId)?.isSubscribed ?? false }),
    call,
  );
  return { rendered: html };
}
