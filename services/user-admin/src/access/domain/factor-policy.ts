import { roles } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';

/** Lowest role that needs a second factor, by value of the setting. A lower role has a higher number; 0 means no role. */
const lowestRole: Readonly<Record<OrganizationSettings['require_second_factor'], number>> = {
  nobody: 0,
  owners: roles.owner,
  administrators: roles.administrator,
  moderators: roles.moderator,
  members: roles.member,
  everyone: roles.guest,
};

export const requiresFactor = (
  { require_second_factor }: Pick<OrganizationSettings, 'require_second_factor'>,
  role: number,
): boolean => role <= lowestRole[require_second_factor];

export type MissingFactor = 'nothing' | 'proof' | 'enrolment';

/** @param isProvider whether an identity provider has authenticated the person, and may have asked for a factor itself */
export function missingFactor(
  settings: Pick<OrganizationSettings, 'require_second_factor' | 'second_factor_after_provider'>,
  { role, hasFactor, isProvider }: { role: number; hasFactor: boolean; isProvider: boolean },
): MissingFactor {
  if (isProvider && !settings.second_factor_after_provider) return 'nothing';
  if (hasFactor) return 'proof';
  return requiresFactor(settings, role) ? 'enrolment' : 'nothing';
}
