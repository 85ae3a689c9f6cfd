import { required } from '@parley/core';
import { emitAll } from '@parley/db';
import type { GroupId } from '@parley/rules';
import { viewersOf } from '../guest-visibility/visible-people.ts';
import { auditAll, auditAs, valuesChanged } from '../kernel/audit.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import {
  addGroupMembers,
  addSubgroups,
  insertGroup,
  isGroupNameTaken,
  lockGroups,
  removeGroupMembers,
  removeSubgroups,
  updateGroup,
} from '../organization/db/group-changes.ts';
import { parseGroupName } from '../organization/domain/group-rules.ts';
import { groupCreated, groupUpdated } from '../organization/events/groups.ts';
import { changedMembers } from '../organization/groups/audited-members.ts';
import { rereadGroup } from '../organization/groups/group-facts.ts';
import { findFirstOwner } from '../people/db/users.ts';
import {
  answerWith,
  bodyOf,
  requireSchema,
  requireVersion,
  type ScimAnswer,
  type ScimCall,
  withMeta,
} from './answer.ts';
import {
  countScimGroups,
  findDeactivatedGroup,
  findGroupsByName,
  findScimGroup,
  listScimGroups,
  putScimGroup,
  type StoredScimGroup,
} from './db/scim-groups.ts';
import { type Filter, matches, onlyEqual, type Resource } from './domain/filter.ts';
import {
  groupAttributes,
  groupIdOf,
  groupSchema,
  parseGroup,
  type ScimGroup,
} from './domain/group-resource.ts';
import { applyPatch } from './domain/patch.ts';
import { ScimError } from './domain/scim-error.ts';
import { changeMembers, membersBetween, requireGroups, requirePeople } from './group-members.ts';
import { type Listing, listResources } from './listing.ts';

/** Returns the attributes of a group that a client may change. */
const writableGroup = ({ name, externalId, memberIds, subgroupScimIds }: StoredScimGroup): Resource => ({
  ...(externalId !== null && { externalId }),
  displayName: name,
  members: [
    ...memberIds.map((id) => ({ value: String(id), type: 'User' })),
    ...subgroupScimIds.map((value) => ({ value, type: 'Group' })),
  ],
});

function presentGroup(call: ScimCall, group: StoredScimGroup) {
  const { displayName, externalId } = writableGroup(group);
  const member = (type: 'User' | 'Group') => (id: number | string) => ({
    value: String(id),
    $ref: `${call.base}/${type}s/${id}`,
    type,
  });
  return withMeta(
    {
      schemas: [groupSchema],
      id: group.scimId,
      ...(externalId !== undefined && { externalId }),
      displayName,
      members: [...group.memberIds.map(member('User')), ...group.subgroupScimIds.map(member('Group'))],
    },
    { type: 'Group', location: `${call.base}/Groups/${group.scimId}`, ...group },
  );
}

/** Returns the group whose ID is in the path. @throws ScimError 404 */
async function requireGroup(db: DbScope | TxScope, call: ScimCall): Promise<StoredScimGroup> {
  const groupId = groupIdOf(call.path[1] ?? '');
  const group = groupId === undefined ? undefined : await findScimGroup(db, groupId);
  if (!group) throw new ScimError(404, 'There is no such group.');
  return group;
}

/** Responds with one group. @throws ScimError */
export const getGroup = async (scope: DbScope, call: ScimCall): Promise<ScimAnswer> =>
  answerWith(call, 200, presentGroup(call, await requireGroup(scope, call)));

const listing: Listing<StoredScimGroup> = {
  list: listScimGroups,
  count: countScimGroups,
  lookUp(scope, call, filter) {
    const displayName = onlyEqual(filter, 'displayName');
    return displayName === undefined ? undefined : findByDisplayName(scope, call, { displayName, filter });
  },
  compared: presentGroup,
  present: async (_scope, call, groups) => groups.map((group) => presentGroup(call, group)),
};

async function findByDisplayName(
  scope: DbScope,
  call: ScimCall,
  { displayName, filter }: { displayName: string; filter: Filter },
): Promise<StoredScimGroup[]> {
  const found = await findGroupsByName(scope, displayName.normalize('NFKC').toLowerCase());
  return found.filter((group) => matches(presentGroup(call, group), filter));
}

export const listGroups = (scope: DbScope, call: ScimCall): Promise<ScimAnswer> =>
  listResources(listing, scope, call);

/** Creates a group. If a deactivated group has this name, reactivates it instead. @throws ScimError, BAD_REQUEST */
export function createGroup(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const body = bodyOf(call);
  requireSchema(body, groupSchema);
  const wanted = parseGroup(body);
  const { name, key } = parseGroupName(wanted.displayName);
  return scope.write(async (tx) => {
    await lockGroups(tx);
    const { systemGroups } = await tx.organization();
    const deactivatedId = await findDeactivatedGroup(tx, key);
    if (deactivatedId === undefined && (await isGroupNameTaken(tx, key, 0))) throw taken();
    await requirePeople(tx, wanted.memberIds);
    const groupId = deactivatedId ?? (await insertNew(tx, { name, key }));
    const former = await rereadGroup(tx, groupId);
    if (deactivatedId !== undefined) {
      await updateGroup(tx, groupId, { isDeactivated: false });
      await removeGroupMembers(tx, groupId, former.memberIds);
      await removeSubgroups(tx, groupId, former.subgroupIds);
    }
    await requireGroups(tx, groupId, wanted.subgroupIds);
    await addGroupMembers(tx, groupId, wanted.memberIds);
    await addSubgroups(tx, groupId, wanted.subgroupIds);
    await putScimGroup(tx, groupId, wanted.externalId);
    const group = await rereadGroup(tx, groupId);
    await emitAll(tx, groupCreated(group, systemGroups, await viewersOf(tx, group.memberIds)));
    await auditGroup(tx, deactivatedId === undefined ? 'group.created' : 'group.reactivated', groupId, {
      name,
    });
    await auditAll(tx, undefined, changedMembers(group, membersBetween(former, wanted), 'scim'));
    return answerWith(call, 201, presentGroup(call, required(await findScimGroup(tx, groupId), 'group')));
  });
}

/** Inserts a group. Its creator, who may manage it, is the first owner of the organization. Returns the group's ID. */
const insertNew = async (tx: TxScope, { name, key }: { name: string; key: string }): Promise<number> =>
  insertGroup(tx, { name, key, description: '', creatorId: await findFirstOwner(tx), settings: {} });

/** Replaces the attributes of a group. @throws ScimError, BAD_REQUEST */
export function replaceGroup(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const body = bodyOf(call);
  requireSchema(body, groupSchema);
  return change(scope, call, () => body);
}

/** Applies a PATCH request to a group. @throws ScimError, BAD_REQUEST */
export function patchGroup(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const body = bodyOf(call);
  return change(scope, call, (group) => applyPatch(writableGroup(group), body, groupAttributes));
}

function change(
  scope: DbScope,
  call: ScimCall,
  wantedOf: (group: StoredScimGroup) => Resource,
): Promise<ScimAnswer> {
  return scope.write(async (tx) => {
    await lockGroups(tx);
    const before = await requireGroup(tx, call);
    requireVersion(call, presentGroup(call, before));
    await store(tx, before, parseGroup(wantedOf(before)));
    return answerWith(
      call,
      200,
      presentGroup(call, required(await findScimGroup(tx, before.groupId), 'group')),
    );
  });
}

async function store(
  tx: TxScope,
  before: Pick<StoredScimGroup, 'groupId' | 'name' | 'memberIds'> & { subgroupIds: readonly GroupId[] },
  wanted: ScimGroup,
): Promise<void> {
  const { groupId } = before;
  const { systemGroups } = await tx.organization();
  await putScimGroup(tx, groupId, wanted.externalId);
  const { name, key } = parseGroupName(wanted.displayName);
  if (name !== before.name) {
    if (await isGroupNameTaken(tx, key, groupId)) throw taken();
    await updateGroup(tx, groupId, { name, key });
    await emitAll(tx, [groupUpdated(await rereadGroup(tx, groupId), systemGroups, { name })]);
    await auditGroup(tx, 'group.changed', groupId, valuesChanged({ name: before.name }, { name }));
  }
  await changeMembers(tx, groupId, before, wanted);
}

/**
 * Deactivates a group, so that permissions that contain the group apply to nobody. First removes its subgroups and its members,
 * except for bots. `createGroup` with its name reactivates the group.
 * @throws ScimError
 */
export function deleteGroup(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  return scope.write(async (tx) => {
    await lockGroups(tx);
    const before = await requireGroup(tx, call);
    requireVersion(call, presentGroup(call, before));
    const { subgroupIds } = await rereadGroup(tx, before.groupId);
    const nobody = { memberIds: [], subgroupIds: [] };
    await store(
      tx,
      { ...before, subgroupIds },
      { displayName: before.name, externalId: undefined, ...nobody },
    );
    await updateGroup(tx, before.groupId, { isDeactivated: true });
    const { systemGroups } = await tx.organization();
    const after = await rereadGroup(tx, before.groupId);
    await emitAll(tx, [groupUpdated(after, systemGroups, { deactivated: true })]);
    await auditGroup(tx, 'group.deactivated', before.groupId, { name: before.name });
    return { status: 204 };
  });
}

const auditGroup = (tx: TxScope, action: string, groupId: GroupId, details: Resource): Promise<void> =>
  auditAs(tx, undefined, { action, details: { groupId, method: 'scim', ...details } });

const taken = () => new ScimError(409, 'Another group has this name.', 'uniqueness');
