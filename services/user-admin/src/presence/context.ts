import type { Ctx as KernelCtx } from '../kernel/context.ts';
import type { PresenceTracker } from './tracking/presence-tracker.ts';

/** Dependencies of the handlers of the module `presence`. */
export type Ctx = KernelCtx & { presence: PresenceTracker };
