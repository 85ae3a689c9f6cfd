import { errors, ParleyError, required } from '@parley/core';
import { emitAll } from '@parley/db';
import type {
  ImportedGroup,
  ImportedGroupResult,
  ImportGroupsRequest,
  ImportGroupsResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { viewersOf } from '../../../guest-visibility/visible-people.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  addGroupMembers,
  addSubgroups,
  insertGroup,
  isGroupNameTaken,
  lockGroups,
  updateGroup,
} from '../../db/group-changes.ts';
import { knownGroups, putImportedGroup } from '../../db/imports.ts';
import { parseGroupDescription, parseGroupName } from '../../domain/group-rules.ts';
import { groupCreated } from '../../events/groups.ts';
import { rereadGroup } from '../../groups/group-facts.ts';

const maxGroups = 200;

/**
 * Creates the groups of an import. A group of the same name stays as it is, and the new one gets another name: whoever may do
 * something because of a group is never decided by an archive. Repeating a call changes nothing.
 */
export async function importGroups(
  ctx: Ctx,
  { importId, source, groups, dryRun, takenNames }: ImportGroupsRequest,
  scope: DbScope,
): Promise<ImportGroupsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (groups.length > maxGroups) throw errors.badRequest('Too many members.');
  const results = await scope.write(async (tx) => {
    await lockGroups(tx);
    const known = await knownGroups(
      tx,
      source,
      groups.map(({ key }) => key),
    );
    const made: ImportedGroupResult[] = [];
    const taken = new Set(takenNames.flatMap((name) => nameOf(name)?.key ?? []));
    for (const group of groups) {
      const there = known.get(group.key);
      if (there) {
        const outcome = there.importId === importId ? 'created' : 'known';
        made.push({ groupId: there.groupId, outcome, name: (await rereadGroup(tx, there.groupId)).name });
        continue;
      }
      const result = await create(tx, { importId, source, isDryRun: dryRun, taken }, group);
      if (dryRun) taken.add(required(nameOf(result.name), 'name of a group').key);
      made.push(result);
    }
    return made;
  });
  return { results };
}

async function create(
  tx: TxScope,
  {
    importId,
    source,
    isDryRun,
    taken,
  }: { importId: number; source: string; isDryRun: boolean; taken: ReadonlySet<string> },
  group: ImportedGroup,
): Promise<ImportedGroupResult> {
  const { name, key } = await freeName(tx, group.name, taken);
  if (isDryRun) return { groupId: 0, outcome: 'created', name };
  const groupId = await insertGroup(tx, {
    name,
    key,
    description: descriptionOf(group.description),
    creatorId: null,
    settings: {},
  });
  await addGroupMembers(tx, groupId, group.memberIds);
  // Subgroups exist already, so there can be no circle.
  await addSubgroups(tx, groupId, group.subgroupIds);
  if (!group.isActive) await updateGroup(tx, groupId, { isDeactivated: true });
  await putImportedGroup(tx, { source, key: group.key, groupId, importId, isCreated: true });
  const { systemGroups } = await tx.organization();
  const stored = await rereadGroup(tx, groupId);
  await emitAll(tx, groupCreated(stored, systemGroups, await viewersOf(tx, group.memberIds)));
  return { groupId, outcome: 'created', name };
}

async function freeName(
  tx: TxScope,
  given: string,
  taken: ReadonlySet<string>,
): Promise<{ name: string; key: string }> {
  const plain = [
    ...given
      .replaceAll(/[\p{C}]/gu, ' ')
      .replace(/^(@|role:|user:|stream:|channel:)+/i, '')
      .trim(),
  ];
  const stem = plain.slice(0, 90).join('') || 'imported group';
  for (let number = 1; ; number++) {
    const parsed =
      nameOf(number === 1 ? stem : `${stem} (${number})`) ??
      required(nameOf(`imported group (${number})`), 'name of a group');
    if (!taken.has(parsed.key) && !(await isGroupNameTaken(tx, parsed.key, 0))) return parsed;
  }
}

function nameOf(given: string): { name: string; key: string } | undefined {
  try {
    return parseGroupName(given);
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}

const descriptionOf = (given: string): string =>
  parseGroupDescription([...given.replaceAll('\0', '').trim()].slice(0, 1_000).join(''));
