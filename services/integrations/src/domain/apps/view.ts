import type { Block, View } from '@parley/api';
import type { UserId } from '@parley/rules';
import { z } from 'zod';
import type { SlackState } from '../blocks/controls.ts';
import { type BlockRenderer, readBlocks } from '../blocks/read-blocks.ts';
import { appRef, teamId } from '../slack/slack-ids.ts';
import { PayloadError } from '../templates/payload.ts';
import { readBySchema } from '../templates/read-by-schema.ts';

const plain = z.object({ text: z.string().min(1).max(24) }).transform(({ text }) => text);

const viewSchema = z.object({
  type: z.literal('modal'),
  title: plain,
  submit: plain.optional(),
  close: plain.optional(),
  callback_id: z.string().max(255).default(''),
  private_metadata: z.string().max(3_000).default(''),
  external_id: z.string().max(255).default(''),
  notify_on_close: z.boolean().default(false),
});

/** A form as it was checked. */
export type StoredView = z.infer<typeof viewSchema> & { blocks: Block[] };

/** Reads a form that an app opens. @throws PayloadError that says what is wrong */
export function readView(value: unknown, renderer: BlockRenderer): StoredView {
  const view = readBySchema(viewSchema, value, 'The view is wrong at "{path}": {problem}');
  const { blocks } = value as { blocks?: unknown };
  const stored = { ...view, blocks: readBlocks(blocks, 'form', renderer) };
  if (stored.submit === undefined && stored.blocks.some(({ type }) => type === 'input'))
    throw new PayloadError('A form with inputs needs "submit".');
  return stored;
}

type Known = {
  viewId: string;
  appId: number;
  botId: UserId;
  appName: string;
  hash: string;
  /** The form below; empty for none. */
  previousViewId: string;
  /** The lowest of the forms over each other. */
  rootViewId: string;
};

/** Returns a form as clients get it. */
export const presentView = (view: StoredView, { viewId, appId, botId, appName, hash }: Known): View => ({
  id: viewId,
  app_id: appId,
  bot_id: botId,
  app_name: appName,
  title: view.title,
  submit: view.submit ?? null,
  close: view.close ?? 'Cancel',
  blocks: view.blocks,
  hash,
});

/** Returns a form as programs in Slack's form know it. */
export const slackView = (
  view: StoredView,
  { viewId, appId, botId, hash, previousViewId, rootViewId }: Known,
  state: SlackState,
) => ({
  id: viewId,
  team_id: teamId,
  type: 'modal',
  title: plainText(view.title),
  submit: view.submit === undefined ? null : plainText(view.submit),
  close: view.close === undefined ? null : plainText(view.close),
  callback_id: view.callback_id,
  private_metadata: view.private_metadata,
  external_id: view.external_id,
  notify_on_close: view.notify_on_close,
  clear_on_close: false,
  blocks: withoutHtml(view.blocks),
  state: { values: withoutHtml(state) },
  hash,
  app_id: appRef(appId),
  bot_id: `B${botId}`,
  root_view_id: rootViewId,
  previous_view_id: previousViewId || null,
});

const plainText = (text: string) => ({ type: 'plain_text' as const, text, emoji: true });

/** Returns blocks or values without what the server has rendered into them. */
export function withoutHtml(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHtml);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(key === 'html' && 'type' in value && value.type === 'mrkdwn'))
      .map(([key, inner]) => [key, withoutHtml(inner)]),
  );
}
