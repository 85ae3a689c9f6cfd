import type { Ctx as KernelCtx } from '../kernel/context.ts';
import type { PresenceTracker } from './tracking/presence-tracker.ts';

/** What handlers of the module `presence` use. */
export type Ctx = KernelCtx & { presence: PresenceTracker };
