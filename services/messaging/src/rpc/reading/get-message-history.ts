import type { MessageVersion } from '@parley/api';
import { errors, jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetMessageHistoryRequest, GetMessageHistoryResponse } from '@parley/proto/messaging/v1/reading';
import { invalidMessage, requireReadableMessage } from '../../access/message-access.ts';
import type { Ctx } from '../../context.ts';
import { editHistoryOf } from '../../db/changing/edits.ts';
import { nameEmptyTopic, pastStates, shownEntries, withHtml } from '../../domain/changing/history.ts';
import { loadHistoryReader } from '../../reading/readable-history.ts';
import { withOwnPictures } from '../../rendering/own-pictures.ts';

/** The oldest first. @throws BAD_REQUEST when the organization shows no history, or the caller may not read it */
export async function getMessageHistory(
  ctx: Ctx,
  request: GetMessageHistoryRequest,
  scope: Scope,
): Promise<GetMessageHistoryResponse> {
  const settings = await scope.settings();
  const shown = settings.message_edit_history_visibility_policy;
  if (shown === 'none') throw errors.badRequest('Message edit history is disabled in this organization');
  const { user, message } = await scope.confirmed((scope) =>
    requireReadableMessage(ctx, request.messageId, scope),
  );
  const stored = await editHistoryOf(ctx.db, message.id);
  // It was deleted meanwhile.
  if (!stored) throw invalidMessage();
  const changed = { ...message, entries: stored };
  const entries = (await loadHistoryReader(user, [changed], scope))(changed);
  const states = pastStates(message, shownEntries(entries, shown));
  const emptyName = request.allowEmptyTopicName ? '' : settings.empty_topic_display_name;
  const isDirect = message.channelId === null;
  const shownHtml = (html: string) => withOwnPictures(html, ctx.pictureKey);
  const versions: MessageVersion[] = states.map((state) =>
    withHtml(isDirect ? state : nameEmptyTopic(state, emptyName), shownHtml),
  );
  return { historyJson: jsonBytes(versions) };
}
