/**
 * Keeps the search index at the newest message, and makes documents of older messages after an update. Every replica tries; one at a
 * time works. Searches do the former themselves for what the worker has not reached yet.
 */
import { rest as restTogether, sleep } from '@parley/core';
import type { Ctx } from '../context.ts';
import { IndexPace } from '../domain/searching/index-pace.ts';
import { type RunningWorker, runUntilStopped } from './run-until-stopped.ts';

/** How often the worker looks whether documents have to be made again and publishes figures, in milliseconds. */
const rebuildCheckMs = 5_000;
/** How often it looks while the log does not move, in milliseconds. Each new message is also an entry of the log. */
const restIntervalMs = 5_000;
/** How long the worker rests at least, so that it does not take a whole core. */
const minPauseMs = 10;
/** How long the worker rests after it could not work, in milliseconds. */
const pauseMs = 5_000;

/** Starts the worker. It looks for new messages every `intervalMs` milliseconds, and more often where looks are slow. */
export const startSearchIndexWorker = (ctx: Ctx, intervalMs: number): RunningWorker =>
  runUntilStopped(async (signal) => {
    const rest = (ms: number) => sleep(ms, signal).catch(() => undefined);
    const { follower } = ctx.factCache;
    /** Waits until the log goes beyond a sequence, because only then there may be new messages. */
    const moved = async (sequence: number) => {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const waits = [follower.waitFor(sequence + 1, either), restTogether(restIntervalMs, either)];
      await Promise.race(waits).catch(() => undefined);
      over.abort();
    };
    const pace = new IndexPace(intervalMs);
    let [mayRebuild, hasImported] = [false, false];
    let checkedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const { sequence } = follower.position;
      try {
        ctx.writeGuard.check();
        const hasNews = await ctx.searchIndex.catchUp();
        const paceMs = pace.after(performance.now() - startedAt);
        const isDue = performance.now() - checkedAt >= rebuildCheckMs;
        if (isDue) {
          const state = await ctx.searchIndex.state();
          ctx.telemetry.searchIndex(state);
          mayRebuild = !state.isComplete;
          hasImported = !state.isComplete;
          checkedAt = performance.now();
        }
        if (mayRebuild) mayRebuild = await ctx.searchIndex.rebuildSome(signal);
        if (hasImported && !mayRebuild) {
          const begunAt = performance.now();
          hasImported = await ctx.searchIndex.indexImported();
          // People write meanwhile. The importer has given way to them, and so does this.
          if (hasImported) await rest(performance.now() - begunAt);
        }
        // Counted from the start, so that the index is not later where indexing takes long.
        if (mayRebuild || hasImported) continue;
        await rest(Math.max(startedAt + paceMs - performance.now(), minPauseMs));
        if (!hasNews) await moved(sequence);
      } catch (error) {
        ctx.telemetry.searchIndexFailed();
        ctx.logger.warn({ err: error }, 'the search index could not be updated; trying again');
        await rest(pauseMs);
      }
    }
  });
