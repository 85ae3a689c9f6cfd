/** Decides of which people the organization requires a second factor. Does no I/O. */
import { roles } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';

/** The lowest role of which each value of the setting requires a factor. */
const lowestRole: Readonly<Record<OrganizationSettings['require_second_factor'], number>> = {
  nobody: 0,
  owners: roles.owner,
  administrators: roles.administrator,
  moderators: roles.moderator,
  members: roles.member,
  everyone: roles.guest,
};

/** Returns whether a person of a role must have a second factor. */
export const requiresFactor = (
  { require_second_factor }: Pick<OrganizationSettings, 'require_second_factor'>,
  role: number,
): boolean => role <= lowestRole[require_second_factor];

/** What a sign-in lacks after its first step: nothing, the proof of a factor, or the enrolment of one. */
export type MissingFactor = 'nothing' | 'proof' | 'enrolment';

/**
 * Returns what a sign-in lacks.
 * @param isProvider whether an identity provider has vouched for the person, which may have asked for a factor itself
 */
export function missingFactor(
  settings: Pick<OrganizationSettings, 'require_second_factor' | 'second_factor_after_provider'>,
  { role, hasFactor, isProvider }: { role: number; hasFactor: boolean; isProvider: boolean },
): MissingFactor {
  if (isProvider && !settings.second_factor_after_provider) return 'nothing';
  if (hasFactor) return 'proof';
  return requiresFactor(settings, role) ? 'enrolment' : 'nothing';
}
