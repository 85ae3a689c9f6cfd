/** Converts user groups to and from SCIM resources (RFC 7643, section 4.2). No I/O. */
import type { GroupId, UserId } from '@parley/rules';
import { memberOf, type Resource } from './filter.ts';
import { invalid } from './scim-error.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export const groupAttributes = ['externalId', 'displayName', 'members'] as const;

/** A group as a provisioning client sends it, after parsing. */
export type ScimGroup = {
  displayName: string;
  externalId: string | undefined;
  memberIds: UserId[];
  /** IDs of subgroups, whose members are also members of this group. */
  subgroupIds: GroupId[];
};

/** The beginning of the IDs of groups, by which they differ from those of people. */
export const groupPrefix = 'g';

/** Decides by a member's type, URL or ID. A number as ID without both is a person. */
export function isGroupMember(member: unknown): boolean {
  const value = String(memberOf(member, 'value') ?? member);
  if (idOf(value) === undefined && groupIdOf(value) !== undefined) return true;
  const type = memberOf(member, 'type');
  if (typeof type === 'string') return type.toLowerCase() === 'group';
  const address = memberOf(member, '$ref');
  return typeof address === 'string' && /\/Groups\/[^/]+$/i.test(address);
}

export const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** Parses the ID of a group; undefined for an invalid ID. Groups of earlier releases have the number alone. */
export const groupIdOf = (text: string): GroupId | undefined =>
  idOf(text.startsWith(groupPrefix) ? text.slice(groupPrefix.length) : text);

/** Parses a group from a resource. @throws ScimError */
export function parseGroup(resource: Resource): ScimGroup {
  const displayName = memberOf(resource, 'displayName');
  if (typeof displayName !== 'string' || displayName.trim() === '') {
    throw invalid('invalidValue', 'displayName is required.');
  }
  const externalId = memberOf(resource, 'externalId');
  if (externalId !== undefined && externalId !== null && typeof externalId !== 'string') {
    throw invalid('invalidValue', 'externalId must be a text.');
  }
  const members = [memberOf(resource, 'members') ?? []].flat();
  const ids = { people: new Set<number>(), groups: new Set<number>() };
  for (const member of members) {
    const value = memberOf(member, 'value') ?? member;
    const isGroup = isGroupMember(member);
    const id = (isGroup ? groupIdOf : idOf)(String(value));
    if (id === undefined) throw invalid('invalidValue', 'members must name users and groups by their id.');
    (isGroup ? ids.groups : ids.people).add(id);
  }
  return {
    displayName,
    externalId: externalId ?? undefined,
    memberIds: [...ids.people],
    subgroupIds: [...ids.groups],
  };
}
