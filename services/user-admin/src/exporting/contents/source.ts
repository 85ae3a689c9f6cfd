import { backgroundCall, type Call } from '@parley/rpc';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** Time limit of one call to another service, in milliseconds. */
const callMs = 30_000;

/** Gives the parts of an export access to the data. */
export type Source = {
  ctx: Ctx;
  scope: Scope;
  /** IDs of the people who consent, in ascending order. Empty for an export of public data. */
  consentingUserIds: readonly number[];
  /** Returns the context of one call to another service. */
  call(): Call;
};

/** Returns the source of one attempt. Its calls end with the attempt. */
export function createSource(ctx: Ctx, scope: Scope, consentingUserIds: readonly number[]): Source {
  const { signal } = scope.call;
  return {
    ctx,
    scope,
    consentingUserIds,
    call() {
      signal.throwIfAborted();
      return backgroundCall({ timeoutMs: callMs, signal });
    },
  };
}
