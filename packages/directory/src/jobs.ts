import { backgroundCall } from '@parley/rpc';
import { createScope } from './scope.ts';
import type { Directory } from './types.ts';

/** Returns whether an operator deactivated the organization. A job that acts for people or deletes their data then pauses. */
export async function isOrganizationDeactivated(directory: Directory): Promise<boolean> {
  return (await createScope(directory, backgroundCall()).organization()).isDeactivated;
}
