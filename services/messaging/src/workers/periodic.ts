import type { MessagingConfig } from '../config.ts';
import type { Ctx } from '../context.ts';
import { startDueWorker } from './due-messages.ts';
import { startLinkPreviewWorker } from './link-previews.ts';
import { startRetentionWorker } from './retention.ts';
import type { RunningWorker } from './run-until-stopped.ts';
import { startSearchIndexWorker } from './search-index.ts';

export const periodicWorkers = (
  config: MessagingConfig,
): readonly [name: string, start: (ctx: Ctx) => RunningWorker][] => [
  ['due', (ctx) => startDueWorker(ctx, config.dueIntervalMs)],
  ['link previews', (ctx) => startLinkPreviewWorker(ctx, config.previewIntervalMs)],
  ['search index', (ctx) => startSearchIndexWorker(ctx, config.searchIntervalMs)],
  ['retention', (ctx) => startRetentionWorker(ctx, config.retentionIntervalMs)],
];
