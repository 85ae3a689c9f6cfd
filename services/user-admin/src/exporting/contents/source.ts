import { backgroundCall, type Call } from '@parley/rpc';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** Time for one call of another service. */
const callMs = 30_000;

/** What the parts of an export are read from. */
export type Source = {
  ctx: Ctx;
  scope: Scope;
  /** People who consent, ascending; none for an export of public data. */
  consentingUserIds: readonly number[];
  /** Returns the context of one call of another service. */
  call(): Call;
};

/** Returns the source of an attempt. `signal` ends its calls. */
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
