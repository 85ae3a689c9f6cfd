import type { OrganizationText } from '../texts.ts';
import { o } from '../texts.ts';

/** Numbers of the roles in the API, the most powerful role first. */
export const roleValues = [100, 200, 300, 400, 600] as const;

export const roleName = (role: number): string => o(`role${role}` as OrganizationText);

/** Returns a text that explains what people with a role may do. */
export const roleHelp = (role: number): string => o(`role${role}_help` as OrganizationText);
