import { errors, errorText, hasKey, ParleyError } from '@parley/core';
import type { ImportedSetting } from '@parley/proto/useradmin/v1/importing';
import type { SystemGroupRule } from '@parley/rules';
import { z } from 'zod';
import { vouch } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { isPermission, parseChanges, type SettingChange } from '../domain/setting-changes.ts';
import { checkChanges, storeSettings } from '../settings/change-settings.ts';

/** Settings that an archive does not decide: how people sign in, and the name, which whoever imports has chosen. */
const neverImported: ReadonlySet<string> = new Set(['authentication_methods', 'name']);

/** Who has a permission, with the IDs of this organization. System groups have the names of their rules. */
const givenPermission = z.object({
  groups: z.array(z.union([z.number(), z.string()])),
  people: z.array(z.number()).default([]),
});

export type AppliedSettings = { changed: ImportedSetting[]; refused: string[] };

/** Each is checked alone, so an invalid one leaves the others. The transaction holds the lock on the organization. */
export async function importSettings(
  ctx: Pick<Ctx, 'rpc' | 'ownersMethods'>,
  tx: TxScope,
  given: Readonly<Record<string, unknown>>,
  isDryRun: boolean,
): Promise<AppliedSettings> {
  const { settings, systemGroups } = await tx.organization();
  const changes: SettingChange[] = [];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (neverImported.has(name)) continue;
    try {
      const wanted = isPermission(name) ? permissionOf(name, value, systemGroups) : value;
      changes.push(...(await checkChanges(ctx, tx, parseChanges({ [name]: wanted }))));
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      refused.push(name);
    }
  }
  const fresh = changes.filter(({ name, value }) => JSON.stringify(value) !== JSON.stringify(settings[name]));
  if (fresh.length > 0 && !isDryRun) {
    await storeSettings(tx, fresh, async (by, values) => vouch(by, 'operator', 'setting', values));
  }
  const changed = fresh.map(({ name, value }) => ({
    name,
    from: JSON.stringify(settings[name]),
    to: JSON.stringify(value),
  }));
  return { changed, refused };
}

/** Returns a permission with IDs only. A group that is unknown has none, which `parseChanges` refuses. @throws BAD_REQUEST */
function permissionOf(
  name: string,
  given: unknown,
  systemGroups: Readonly<Record<SystemGroupRule, number>>,
): unknown {
  const parsed = givenPermission.safeParse(given);
  if (!parsed.success) throw errors.badRequest(errorText('Invalid {parameter}', { parameter: name }));
  const { groups, people } = parsed.data;
  const ids = groups.map((group) => {
    if (typeof group === 'number') return group;
    return hasKey(systemGroups, group) ? systemGroups[group] : undefined;
  });
  const [only] = ids;
  return ids.length === 1 && people.length === 0 ? only : { direct_members: people, direct_subgroups: ids };
}
