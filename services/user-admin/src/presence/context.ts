import type { Ctx as KernelCtx } from '../kernel/context.ts';
import type { PresenceKeeper } from './board/presence-keeper.ts';

/** What the module `presence` uses. */
export type Ctx = KernelCtx & { presence: PresenceKeeper };
