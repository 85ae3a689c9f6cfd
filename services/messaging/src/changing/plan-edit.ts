import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { RENDERER_VERSION } from '@parley/markdown';
import type { UserId } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { hasSubmessages } from '../db/changing/submessages.ts';
import type { NewContent } from '../db/messages.ts';
import { decideContentEdit, deletedContent } from '../domain/changing/edit-rules.ts';
import { parseContent } from '../domain/sending/content.ts';
import { linksToPreview } from '../rendering/link-previews.ts';
import { composeContent } from '../sending/compose-content.ts';
import type { SendTarget } from '../sending/send-target.ts';

/** An edit of a message that is allowed but not stored yet, with the rendered content. */
export type EditPlan = {
  next: NewContent;
  mentionedUserIds: readonly UserId[];
  namedUserIds: readonly UserId[];
  alertedUserIds: readonly UserId[];
  uploadPaths: readonly string[];
  previewUrls: readonly string[];
  prevSha256: string | undefined;
};

/** @throws BAD_REQUEST when the edit is not allowed; the errors of `composeContent` */
export async function planEdit(
  ctx: Ctx,
  access: MessageAccess,
  requested: {
    content: string;
    prevContentSha256: string | undefined;
    /** Whether an app updates a message with blocks, which it may at any time: the message shows a state. */
    isOfApp?: boolean;
  },
  scope: Scope,
): Promise<EditPlan> {
  const { user, message } = access;
  const { isOfApp = false } = requested;
  const settings = await scope.settings();
  if (!isOfApp) await requireEditable(ctx, access, settings);
  const content = requested.content.trim() === '' ? deletedContent : parseContent(requested.content);
  const target = await targetOf(access, scope);
  const text = { author: user, target, content, existing: message };
  const composed = await composeContent(ctx, text, scope);
  const { rendered } = composed;
  const inChannel = target.kind === 'channel';
  return {
    next: {
      content,
      renderedContent: rendered.html,
      rendererVersion: RENDERER_VERSION,
      isMe: rendered.isMeMessage,
      mentionsChannel: inChannel && rendered.mentionsChannelWildcard,
      mentionsTopic: inChannel && rendered.mentionsTopicWildcard,
      topicParticipantIds: composed.topicParticipantIds,
      hasLink: rendered.hasLink,
      hasImage: rendered.hasImage,
      hasAttachment: rendered.hasAttachment,
    },
    mentionedUserIds: composed.mentionedUserIds,
    namedUserIds: composed.namedUserIds,
    alertedUserIds: composed.alertedUserIds,
    uploadPaths: rendered.uploadPaths,
    previewUrls: linksToPreview(ctx, settings, user, rendered),
    prevSha256: requested.prevContentSha256,
  };
}

/** Checks that the sender may edit the content now. @throws BAD_REQUEST otherwise */
async function requireEditable(
  ctx: Ctx,
  { user, message }: MessageAccess,
  settings: OrganizationSettings,
): Promise<void> {
  decideContentEdit({
    isSender: message.senderId === user.userId,
    editingAllowed: settings.allow_message_editing,
    limitSeconds: settings.message_content_edit_limit_seconds,
    sentAt: message.sentAt,
    now: Math.floor(ctx.clock.now() / 1000),
  });
  if (await hasSubmessages(ctx.db, message.id)) throw errors.badRequest('Widgets cannot be edited.');
}

async function targetOf({ channel, message }: MessageAccess, scope: Scope): Promise<SendTarget> {
  if (channel) return { kind: 'channel', channel, topic: message.topic };
  const people = await scope.users.many(message.memberIds ?? []);
  const members = (message.memberIds ?? []).flatMap((id): User[] => {
    const user = people.get(id);
    return user ? [user] : [];
  });
  return { kind: 'direct', members };
}
