import { visitor } from '@parley/core';
import type { Fields, RegisterRequest } from '../../kernel/register.ts';
import { presentView } from '../../people/domain/navigation-views.ts';
import { listAlertWords, listFinishedSteps, listMutedUsers, listNavigationViews } from '../db/personal.ts';
import { hasZoomToken } from '../db/zoom-tokens.ts';
import { stepsLeft } from '../domain/onboarding.ts';

/** Reads the reader's alert words. Visitors get an empty list. */
export const readAlertWords = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  alert_words: reader === visitor ? [] : await listAlertWords(tx, reader.userId),
});

/** Reads the people whom the reader has muted. Visitors have none. */
export const readMutedUsers = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  muted_users: reader === visitor ? [] : await listMutedUsers(tx, reader.userId),
});

/** Reads the reader's navigation views. Visitors have none. */
export const readNavigationViews = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  navigation_views: reader === visitor ? [] : (await listNavigationViews(tx, reader.userId)).map(presentView),
});

/** Reads the introductions that the reader has not finished. Visitors get none. */
export const readOnboardingSteps = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  onboarding_steps: reader === visitor ? [] : stepsLeft(await listFinishedSteps(tx, reader.userId)),
  navigation_tour_video_url: null,
});

/** Reads whether the reader has connected a Zoom account. Visitors have none. */
export const readZoomConnection = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  has_zoom_token: reader === visitor ? false : await hasZoomToken(tx, reader.userId),
});
