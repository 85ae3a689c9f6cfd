import type { Fields, RegisterRequest } from '../../kernel/register.ts';
import { listAlertWords, listFinishedSteps, listMutedUsers, listNavigationViews } from '../db/personal.ts';
import { hasZoomToken } from '../db/zoom-tokens.ts';
import { presentView } from '../domain/navigation-views.ts';
import { stepsLeft } from '../domain/onboarding.ts';

/** Reads the caller's alert words. Spectators, who have no account, get an empty list. */
export const readAlertWords = async ({ tx, caller }: RegisterRequest): Promise<Fields> => ({
  alert_words: caller ? await listAlertWords(tx, caller.userId) : [],
});

/** Reads the people whom the caller has muted. Spectators have none. */
export const readMutedUsers = async ({ tx, caller }: RegisterRequest): Promise<Fields> => ({
  muted_users: caller ? await listMutedUsers(tx, caller.userId) : [],
});

/** Reads the caller's navigation views. Spectators have none. */
export const readNavigationViews = async ({ tx, caller }: RegisterRequest): Promise<Fields> => ({
  navigation_views: caller ? (await listNavigationViews(tx, caller.userId)).map(presentView) : [],
});

/** Reads the introductions that the caller has not finished. Spectators get none. */
export const readOnboardingSteps = async ({ tx, caller }: RegisterRequest): Promise<Fields> => ({
  onboarding_steps: caller ? stepsLeft(await listFinishedSteps(tx, caller.userId)) : [],
  navigation_tour_video_url: null,
});

/** Reads whether the caller has connected a Zoom account. Spectators have none. */
export const readZoomConnection = async ({ tx, caller }: RegisterRequest): Promise<Fields> => ({
  has_zoom_token: caller ? await hasZoomToken(tx, caller.userId) : false,
});
