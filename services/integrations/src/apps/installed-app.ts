import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { roles } from '@parley/rules';
import type { AppRow } from '../db/apps.ts';
import type { Manifest } from '../domain/apps/manifest.ts';
import type { Place } from '../domain/place.ts';

export type InstalledApp = Omit<AppRow, 'manifest'> & { manifest: Manifest };

/** Returns an app with its manifest, which was checked when it was stored. */
export const installedApp = ({ manifest, ...row }: AppRow): InstalledApp => ({
  ...row,
  manifest: JSON.parse(manifest) as Manifest,
});

/** Returns whether an app may act in a place: it is turned on, and an administrator has approved it for the channel. */
export const isApprovedFor = (app: Pick<InstalledApp, 'isEnabled' | 'channelIds'>, place: Place): boolean =>
  app.isEnabled &&
  (place.kind === 'direct' || app.channelIds === null || app.channelIds.includes(place.channelId));

/** Checks that an app may act in a place. @throws BAD_REQUEST otherwise */
export function requireApproved(app: Pick<InstalledApp, 'isEnabled' | 'channelIds'>, place: Place): void {
  if (!app.isEnabled) throw errors.badRequest('This app is turned off.');
  if (!isApprovedFor(app, place)) throw errors.badRequest('This app is not approved for the channel.');
}

/** Checks that the caller is an administrator, who installs and changes apps. @throws the error for other people */
export async function requireAppManager(scope: Scope): Promise<User> {
  return await scope.confirmed(async (facts) => {
    const caller = await facts.caller();
    if (caller.isBot || caller.role > roles.administrator) throw errors.notPermitted();
    return caller;
  });
}

/** The weakest role that may use a command. */
const weakestRole = {
  everyone: roles.guest,
  members: roles.member,
  moderators: roles.moderator,
  administrators: roles.administrator,
} as const satisfies Record<Manifest['commands'][number]['permission'], number>;

export const mayUse = (
  { permission }: Pick<Manifest['commands'][number], 'permission'>,
  { role, isBot }: Pick<User, 'role' | 'isBot'>,
): boolean => !isBot && role <= weakestRole[permission];
