import { errors } from '@parley/core';
import type { LookupOptions, User } from '@parley/directory';
import { RENDERER_VERSION } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { OrganizationSettings } from '@parley/settings';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import type { NewContent } from '../db/messages.ts';
import { hasSubmessages } from '../db/submessages.ts';
import { parseContent } from '../domain/content.ts';
import { decideContentEdit, deletedContent } from '../domain/edit-rules.ts';
import { composeContent } from '../sending/compose-content.ts';
import type { SendTarget } from '../sending/send-target.ts';

/** A decided and rendered edit of a message's content. */
export type EditPlan = {
  next: NewContent;
  mentionedUserIds: readonly number[];
  namedUserIds: readonly number[];
  alertedUserIds: readonly number[];
  uploadPaths: readonly string[];
  prevSha256: string | undefined;
};

/** Decides and renders an edit. @throws BAD_REQUEST, and the errors of wildcard mentions */
export async function planEdit(
  ctx: Ctx,
  access: MessageAccess,
  requested: { content: string; prevContentSha256: string | undefined },
  settings: OrganizationSettings,
  call: Call,
  options: LookupOptions,
): Promise<EditPlan> {
  const { user, message } = access;
  decideContentEdit({
    isSender: message.senderId === user.userId,
    editingAllowed: settings.allow_message_editing,
    limitSeconds: settings.message_content_edit_limit_seconds,
    sentAt: message.sentAt,
    now: Math.floor(ctx.clock.now() / 1000),
  });
  if (await hasSubmessages(ctx.db, message.id)) throw errors.badRequest('Widgets cannot be edited.');
  const content = requested.content.trim() === '' ? deletedContent : parseContent(requested.content);
  const place = await targetOf(ctx, access, settings, call, options);
  const composed = await composeContent(ctx, user, place, content, call, message);
  const { rendered } = composed;
  const inChannel = place.kind === 'channel';
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
    prevSha256: requested.prevContentSha256,
  };
}

async function targetOf(
  { directory }: Ctx,
  { channel, message }: MessageAccess,
  settings: OrganizationSettings,
  call: Call,
  options: LookupOptions,
): Promise<SendTarget> {
  if (channel) return { kind: 'channel', channel, topic: message.topic, settings };
  const people = await directory.users.many(message.memberIds ?? [], call, options);
  const members = (message.memberIds ?? []).flatMap((id): User[] => {
    const user = people.get(id);
    return user ? [user] : [];
  });
  return { kind: 'direct', members, settings };
}
