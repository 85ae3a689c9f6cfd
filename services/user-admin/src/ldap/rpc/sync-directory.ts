import { errors, errorText, partsOf, Semaphore } from '@parley/core';
import type { SyncDirectoryRequest, SyncDirectoryResponse } from '@parley/proto/useradmin/v1/provisioning';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import { deactivationLimit } from '../../scim/domain/deactivation-limit.ts';
import { applySyncSteps, readLdapAccounts } from '../apply-sync.ts';
import type { Ctx } from '../context.ts';
import type { LdapEntry } from '../domain/entry.ts';
import { planSync } from '../domain/plan-sync.ts';

/** Changes between two progress reports, in one transaction at most, and concurrent transactions. */
const stepsPerReport = 500;
const stepsPerTransaction = 20;
const concurrent = 5;

/** Maximum number of problems that are listed. Further ones are only counted. */
const maxProblems = 100;

/**
 * Synchronizes accounts with the LDAP directory. Streams progress reports, and a summary as the last response. A dry run only
 * computes the changes.
 * @throws BAD_REQUEST, without a change, when no directory is configured, or when more people would be deactivated than the
 * limit permits, except with `allowDeactivations` or in a dry run; UNAVAILABLE when the directory does not answer;
 * UNAUTHORIZED_PRINCIPAL
 */
export async function* syncDirectory(
  ctx: Ctx,
  request: SyncDirectoryRequest,
  scope: DbScope,
): AsyncGenerator<SyncDirectoryResponse> {
  requireOperator(scope.call);
  const { ldap } = ctx.config.signIn;
  if (!ctx.ldap || !ldap) throw errors.badRequest('No directory is configured.');
  const entries: LdapEntry[] = [];
  for await (const page of ctx.ldap.people()) entries.push(...page);
  const plan = planSync(entries, await readLdapAccounts(scope), ldap);
  const count = (kind: string) => plan.steps.filter((step) => step.kind === kind).length;
  const limit = deactivationLimit(plan.linked, ldap.maxDeactivatedShare);
  const deactivated = count('deactivate');
  if (deactivated > limit && !request.allowDeactivations && !request.dryRun) {
    throw errors.badRequest(
      errorText('{count} people would be deactivated, and at most {limit} may be without permission.', {
        count: deactivated,
        limit,
      }),
    );
  }
  const problems = [...plan.problems];
  const report = (done: number): SyncDirectoryResponse => ({
    done,
    total: plan.steps.length,
    created: count('create'),
    linked: count('link'),
    changed: count('change'),
    reactivated: count('reactivate'),
    deactivated,
    unchanged: plan.unchanged,
    failed: problems.length,
    problems: problems.slice(0, maxProblems),
    deactivationLimit: limit,
  });
  let done = 0;
  for (const part of request.dryRun ? [] : partsOf(plan.steps, stepsPerReport)) {
    yield report(done);
    scope.call.signal.throwIfAborted();
    const slots = new Semaphore(concurrent);
    const batches = partsOf(part, stepsPerTransaction);
    const found = await Promise.all(
      batches.map((steps) => slots.run(() => applySyncSteps(ctx, scope, steps))),
    );
    problems.push(...found.flat());
    done += part.length;
  }
  yield report(done);
}
