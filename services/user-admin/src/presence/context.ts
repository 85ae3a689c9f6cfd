import type { Ctx as KernelCtx } from '../kernel/context.ts';
import type { PresenceTracker } from './tracking/presence-tracker.ts';

/** What the module `presence` uses. */
export type Ctx = KernelCtx & { presence: PresenceTracker };
