import { errors, withEitherKey } from '@parley/core';
import type { Scope } from '@parley/facts';
import { ChangeSubscriptionSettingsRequest } from '@parley/proto/channel/v1/personal';
import type { UnsubscribeMailsRequest, UnsubscribeMailsResponse } from '@parley/proto/notify/v1/notify';
import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { toSettingValues } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { deleteMissedOf } from '../db/missed-messages.ts';
import { parseUnsubscribeToken } from '../domain/unsubscribe-token.ts';

/** Personal settings with which a person gets no mails about messages. */
const withoutMails = {
  enable_offline_email_notifications: false,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_digest_emails: false,
};

/**
 * Turns off all mails about messages for the person who received the link, also in channels for which the person has turned
 * mails on. Deletes the missed messages for which no mail was written yet.
 * @throws BAD_REQUEST when the link is not valid
 */
export async function unsubscribeMails(
  ctx: Ctx,
  { token }: UnsubscribeMailsRequest,
  scope: Scope,
): Promise<UnsubscribeMailsResponse> {
  const userId = withEitherKey(ctx.secretKeys, (key) => parseUnsubscribeToken(token, key));
  if (userId === undefined) throw errors.badRequest('The link is not valid any more.');
  const request = UpdateSettingsRequest.fromPartial({ settings: toSettingValues(withoutMails) });
  const call = { ...scope.call, principal: { userId } };
  await ctx.userAdmin.updateSettings(request, call);
  await stopMailsOfChannels(ctx, call);
  await deleteMissedOf(ctx.db, userId);
  return {};
}

/** Turns off mails in the channels for which the person has turned them on. */
async function stopMailsOfChannels({ channel }: Ctx, call: Call): Promise<void> {
  const { channelIds } = await channel.findMailedChannels({}, call);
  const settings = channelIds.map((channelId) => ({
    channelId,
    property: 'email_notifications',
    value: { $case: 'flag' as const, flag: false },
  }));
  if (settings.length > 0)
    await channel.changeSubscriptionSettings(
      ChangeSubscriptionSettingsRequest.fromPartial({ settings }),
      call,
    );
}
