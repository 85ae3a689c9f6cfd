/** Role numbers of the API (docs/api/users-and-groups.md#roles). A lower number is a stronger role. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export type Role = (typeof roles)[keyof typeof roles];

export const isRole = (role: number): role is Role => Object.values<number>(roles).includes(role);

/** @throws Error for a number that is no role, which was to be checked before */
export function asRole(role: number): Role {
  if (!isRole(role)) throw new Error(`${role} is no role.`);
  return role;
}

/** A number below the owner's is no role: 0 is what protobuf gives for a field that is missing. */
export const isRoleUpTo = (role: number, weakest: number): boolean => role >= roles.owner && role <= weakest;
