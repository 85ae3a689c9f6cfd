import { emit, recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { DeleteMessageRequest, DeleteMessageResponse } from '@parley/proto/messaging/v1/changing';
import { mayDeleteAny, mayDeleteOwn } from '@parley/rules';
import { type MessageAccess, requireChangeableMessage } from '../../access/message-access.ts';
import { audienceOfChange } from '../../audience/channel-audience.ts';
import { announceStart } from '../../changing/announce-start.ts';
import { auditedPlace } from '../../changing/audited-place.ts';
import { changeMessage } from '../../changing/change-message.ts';
import { channelFacts, loadChannelStanding, loadOrganizationRights } from '../../changing/change-rights.ts';
import type { Ctx } from '../../context.ts';
import { deleteMessages } from '../../db/changing/deletions.ts';
import { lockMessage } from '../../db/stored-message.ts';
import { decideDelete } from '../../domain/changing/edit-rules.ts';
import { deletionDelivery, messagesDeleted } from '../../events/messages-deleted.ts';

const rights = ['can_delete_any_message_group', 'can_delete_own_message_group'] as const;

export async function deleteMessage(
  ctx: Ctx,
  request: DeleteMessageRequest,
  scope: Scope,
): Promise<DeleteMessageResponse> {
  ctx.writeGuard.check();
  await changeMessage(
    ctx,
    {
      decide: async (facts) => {
        const access = await requireChangeableMessage(ctx, request.messageId, facts);
        await checkMayDelete(ctx, access, facts);
        return { access, audience: await audienceOfChange(ctx, access, facts) };
      },
      lock: lockMessage,
      write: async (tx, message, { access, audience }) => {
        const linked = await deleteMessages(tx, [message.id]);
        const place =
          message.channelId === null ? undefined : { channelId: message.channelId, topic: message.topic };
        const deliveries = [deletionDelivery([message.id], place, audience)];
        await emit(tx, messagesDeleted([message.id], place, deliveries, linked, scope.call.traceparent));
        if (place) await announceStart(tx, place.channelId, message.id);
        const audited = auditedPlace(access.channel, message.topic);
        await recordAudit(tx, scope.call, [
          {
            action: 'message.deleted',
            userId: message.senderId,
            details: { messageId: message.id, ...audited, sentAt: message.sentAt },
          },
        ]);
      },
    },
    scope,
  );
  return {};
}

async function checkMayDelete(
  ctx: Ctx,
  { user, channel, message, reader }: MessageAccess,
  scope: Scope,
): Promise<void> {
  const settings = await scope.settings();
  const sender = await scope.users.get(message.senderId);
  const inOrganization = await loadOrganizationRights(user, rights, scope);
  const any = () => inOrganization('can_delete_any_message_group');
  const own = () => any() || inOrganization('can_delete_own_message_group');
  const standing = channel && (await loadChannelStanding(channel, reader, rights, scope));
  const facts = channel && channelFacts(channel);
  decideDelete({
    isOwn: message.senderId === user.userId || sender?.botOwnerId === user.userId,
    mayDeleteAny: facts && standing ? mayDeleteAny(user, facts, standing, inOrganization) : any(),
    mayDeleteOwn: facts && standing ? mayDeleteOwn(user, facts, standing, inOrganization) : own(),
    limitSeconds: settings.message_content_delete_limit_seconds,
    sentAt: message.sentAt,
    now: Math.floor(ctx.clock.now() / 1000),
  });
}
