import { o } from './texts.ts';
import type { OrganizationText } from './texts-en.ts';

/** Roles of people, the highest first. */
export const roleValues = [100, 200, 300, 400, 600] as const;

/** Returns the name of a role. */
export const roleName = (role: number): string => o(`role${role}` as OrganizationText);

/** Returns what a role may do. */
export const roleHelp = (role: number): string => o(`role${role}_help` as OrganizationText);
