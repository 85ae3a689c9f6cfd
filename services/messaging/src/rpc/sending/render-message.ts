import type { Scope } from '@parley/facts';
import type { RenderMessageRequest, RenderMessageResponse } from '@parley/proto/messaging/v1/changing';
import type { Ctx } from '../../context.ts';
import { parseContent } from '../../domain/sending/content.ts';
import { mayKnow } from '../../domain/sending/send-rules.ts';
import { renderMessage as render } from '../../rendering/render-message.ts';

/** Returns the HTML that a text would have if the caller sent it. Nothing is stored, and no event is emitted. */
export async function renderMessage(
  ctx: Ctx,
  request: RenderMessageRequest,
  scope: Scope,
): Promise<RenderMessageResponse> {
  const content = parseContent(request.content);
  const user = await scope.caller();
  const histories = await scope.subscriptions(user.userId);
  const { html } = await render(
    ctx,
    content,
    (channel) =>
      mayKnow(channel, { user, isSubscribed: histories.get(channel.channelId)?.isSubscribed ?? false }),
    scope,
  );
  return { rendered: html };
}
