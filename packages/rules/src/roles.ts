/** Role numbers of the API (specification, conventions 7); smaller is stronger. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export type Role = (typeof roles)[keyof typeof roles];
