import type { Ctx as SignInCtx } from '../identity-providers/context.ts';
import type { CreationQueue } from './creation-queue.ts';

/** Dependencies of the handlers of the module `scim`. */
export type Ctx = SignInCtx & {
  /** Queue that creates the accounts that provisioning clients (SCIM) request. */
  creations: CreationQueue;
};
