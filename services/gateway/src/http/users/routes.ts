import type { AnyRoute } from '../../edge/route.ts';
import { clearOwnProfile } from './clear-own-profile.ts';
import { createUser } from './create-user.ts';
import { deactivateOwnUser } from './deactivate-own-user.ts';
import { deactivateUser } from './deactivate-user.ts';
import { getOwnUser } from './get-own-user.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { reactivateUser } from './reactivate-user.ts';
import { regenerateOwnApiKey } from './regenerate-own-api-key.ts';
import { updateDisplaySettings } from './update-display-settings.ts';
import { updateNotificationSettings } from './update-notification-settings.ts';
import { updateOwnProfile } from './update-own-profile.ts';
import { updateSettings } from './update-settings.ts';
import { updateUser } from './update-user.ts';

/** Routes of users, the caller's account and administration of accounts. */
export const usersRoutes: readonly AnyRoute[] = [
  getOwnUser,
  getUsers,
  createUser,
  getUser,
  updateUser,
  deactivateUser,
  deactivateOwnUser,
  reactivateUser,
  updateOwnProfile,
  clearOwnProfile,
  updateSettings,
  updateNotificationSettings,
  updateDisplaySettings,
  regenerateOwnApiKey,
];
