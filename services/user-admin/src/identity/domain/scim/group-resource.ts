/** User groups as resources of SCIM (RFC 7643, section 4.2). Does no I/O. */
import { memberOf, type Resource } from './filter.ts';
import { invalid } from './scim-error.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The attributes that clients may change. */
export const groupAttributes = ['externalId', 'displayName', 'members'] as const;

/** A group as a provisioning client sends it. */
export type ScimGroup = { displayName: string; externalId: string | undefined; memberIds: number[] };

/** Returns the ID of an account or group in a text of a client; undefined for any other text. */
export const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** Reads a group from a resource. @throws ScimError */
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
  const memberIds = members.map((member) => {
    const value = memberOf(member, 'value') ?? member;
    const id = idOf(String(value));
    if (id === undefined) throw invalid('invalidValue', 'members must name users by their id.');
    return id;
  });
  return { displayName, externalId: externalId ?? undefined, memberIds: [...new Set(memberIds)] };
}
