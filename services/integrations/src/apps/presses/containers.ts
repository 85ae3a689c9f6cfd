import type { Block, MessageBlocks } from '@parley/api';
import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { Container } from '@parley/proto/integrations/v1/apps';
import { requirePrincipal } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import { type Widget, widgetOf } from '@parley/rules/widgets';
import type { Ctx } from '../../context.ts';
import { findEphemeral } from '../../db/views.ts';
import { slackView, withoutHtml } from '../../domain/apps/view.ts';
import type { SlackState } from '../../domain/blocks/controls.ts';
import { conversationAt, type Place, readPlace } from '../../domain/place.ts';
import { mrkdwnOf } from '../../domain/references.ts';
import { stampOf, userRef } from '../../domain/slack/slack-ids.ts';
import { type ReadMessage, readMessage } from '../../facts/read-message.ts';
import { knownOf, openViewById } from '../forms/views.ts';
import { type InstalledApp, requireApproved } from '../installed-app.ts';
import { programOf, programOfBot } from '../program-of-bot.ts';

/** A message or form with controls, which the caller may use. */
export type Pressed = {
  app: InstalledApp;
  blocks: readonly Block[];
  place: Place;
  messageId: MessageId;
  ephemeralId: string;
  /** Returns the members of requests to the app that describe the message or form. */
  slack(state: SlackState): Readonly<Record<string, unknown>>;
};

/** A poll or to-do list, whose blocks follow from its state and are pressed without an app. */
export type PressedWidget = { widget: Widget; message: ReadMessage; place: Place };

const gone = () => errors.badRequest('This message or form is no longer there.');

/**
 * Returns the message or form of a control, and its app; of a poll or to-do list, its state.
 * @throws BAD_REQUEST when it is not there, the caller may not read it, or the app is turned off or not approved there
 */
export async function findPressed(
  ctx: Ctx,
  container: Container | undefined,
  scope: Scope,
): Promise<Pressed | PressedWidget> {
  const chosen = container?.container;
  const found =
    chosen?.$case === 'messageId'
      ? await pressedMessage(ctx, chosen.messageId, scope)
      : chosen?.$case === 'ephemeralId'
        ? await pressedEphemeral(ctx, chosen.ephemeralId, scope)
        : chosen?.$case === 'viewId'
          ? await pressedView(ctx, chosen.viewId, scope)
          : undefined;
  if (!found) throw gone();
  if (!('widget' in found)) requireApproved(found.app, found.place);
  return found;
}

async function pressedMessage(
  ctx: Ctx,
  messageId: MessageId,
  scope: Scope,
): Promise<Pressed | PressedWidget | undefined> {
  const read = await readMessage(ctx, messageId, scope.call);
  const widget = read && widgetOf(read.message);
  if (widget) return { widget, message: read.message, place: placeOf(read.message) };
  const app = read && (await programOfBot(ctx, read.message.sender_id, scope));
  if (!read || !app) return undefined;
  const { message, rawContent } = read;
  const place = placeOf(message);
  const channel = conversationAt(place, app.botId, messageId);
  const ts = stampOf(message.timestamp, message.id);
  const blocks = blocksOf(message);
  return {
    app,
    blocks,
    place,
    messageId,
    ephemeralId: '',
    slack: (state) => ({
      container: { type: 'message', message_ts: ts, channel_id: channel.id, is_ephemeral: false },
      channel,
      message: {
        type: 'message',
        user: userRef(app.botId),
        bot_id: `B${app.botId}`,
        ts,
        text: mrkdwnOf(rawContent),
        blocks: withoutHtml(blocks),
      },
      state: { values: withoutHtml(state) },
    }),
  };
}

async function pressedEphemeral(ctx: Ctx, ephemeralId: string, scope: Scope): Promise<Pressed | undefined> {
  const row = await findEphemeral(ctx.db, ephemeralId);
  if (row?.userId !== requirePrincipal(scope.call).userId) return undefined;
  const app = await programOf(ctx, row, scope);
  if (!app) return undefined;
  const place = readPlace(row.place);
  const channel = conversationAt(place, app.botId);
  return {
    app,
    blocks: JSON.parse(row.blocks) as Block[],
    place,
    messageId: 0,
    ephemeralId,
    slack: (state) => ({
      container: { type: 'message', message_ts: ephemeralId, channel_id: channel.id, is_ephemeral: true },
      channel,
      state: { values: withoutHtml(state) },
    }),
  };
}

async function pressedView(ctx: Ctx, viewId: string, scope: Scope): Promise<Pressed | undefined> {
  const open = await openViewById(ctx, viewId);
  if (open?.userId !== requirePrincipal(scope.call).userId) return undefined;
  const app = await programOf(ctx, { appId: open.appId, botId: 0 }, scope);
  if (!app) return undefined;
  return {
    app,
    blocks: open.view.blocks,
    place: readPlace(open.place),
    messageId: 0,
    ephemeralId: '',
    slack: (state) => ({
      container: { type: 'view', view_id: viewId },
      view: slackView(open.view, knownOf(app, open), state),
    }),
  };
}

export function placeOf(message: ReadMessage): Place {
  const { stream_id: channelId, subject = '', display_recipient: people } = message;
  if (channelId !== undefined && typeof people === 'string')
    return { kind: 'channel', channelId, topic: subject, name: people };
  return { kind: 'direct', userIds: typeof people === 'string' ? [] : people.map(({ id }) => id) };
}

/** Returns the blocks of a message as they are now: those of the newest submessage of their kind. */
export const blocksOf = (message: Pick<ReadMessage, 'submessages'>): Block[] =>
  messageBlocksOf(message).blocks;

/** Returns the same with the app that sent them. */
export function messageBlocksOf({ submessages }: Pick<ReadMessage, 'submessages'>): MessageBlocks {
  const newest = submessages
    .filter(({ msg_type }) => msg_type === 'blocks')
    .reduce<{ id: number; content: string } | undefined>(
      (last, each) => (last && last.id > each.id ? last : each),
      undefined,
    );
  return newest ? (JSON.parse(newest.content) as MessageBlocks) : { app_id: null, blocks: [] };
}
