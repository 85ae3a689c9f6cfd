import { backgroundCall, type Call } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** Time limit of one call to another service, in milliseconds. */
const callMs = 30_000;

export type Source = {
  ctx: Ctx;
  scope: DbScope;
  /** In ascending order. Empty for an export of public data or of one person's data. */
  consentingUserIds: readonly UserId[];
  /** Whether private data of all people are exported, whether or not they consent. */
  hasAllPrivateData: boolean;
  /** Seconds since the Unix epoch: only messages that were sent since are exported. 0: all. */
  since: number;
  /** Returns the context for one call to another service. @throws when the attempt was aborted */
  call(): Call;
};

/** Creates the source for one attempt. Its calls are aborted with the attempt. */
export function createSource(
  ctx: Ctx,
  scope: DbScope,
  {
    consentingUserIds,
    hasAllPrivateData,
    since = 0,
  }: Pick<Source, 'consentingUserIds' | 'hasAllPrivateData'> & Partial<Pick<Source, 'since'>>,
): Source {
  const { signal } = scope.call;
  return {
    ctx,
    scope,
    consentingUserIds,
    hasAllPrivateData,
    since,
    call() {
      signal.throwIfAborted();
      return backgroundCall({ timeoutMs: callMs, signal });
    },
  };
}
