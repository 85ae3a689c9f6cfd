import { errors, withEitherKey } from '@parley/core';
import type { Scope } from '@parley/directory';
import type { UnsubscribeMailsRequest, UnsubscribeMailsResponse } from '@parley/proto/notify/v1/notify';
import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { toSettingValues } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { parseUnsubscribeToken } from '../domain/unsubscribe-token.ts';

/** Turns off the personal settings for mails about messages. */
const withoutMails = {
  enable_offline_email_notifications: false,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_digest_emails: false,
};

/** Turns off all mails about messages for the person who received the link. @throws BAD_REQUEST */
export async function unsubscribeMails(
  ctx: Ctx,
  { token }: UnsubscribeMailsRequest,
  scope: Scope,
): Promise<UnsubscribeMailsResponse> {
  const userId = withEitherKey(ctx.secretKeys, (key) => parseUnsubscribeToken(token, key));
  if (userId === undefined) throw errors.badRequest('The link is not valid any more.');
  const request = UpdateSettingsRequest.fromPartial({ settings: toSettingValues(withoutMails) });
  await ctx.userAdmin.updateSettings(request, { ...scope.call, principal: { userId } });
  return {};
}
