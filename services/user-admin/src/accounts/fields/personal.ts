import { visitor } from '@parley/core';
import type { Fields, RegisterRequest } from '../../kernel/field-readers.ts';
import { presentView } from '../../people/domain/navigation-views.ts';
import { listAlertWords, listFinishedSteps, listMutedUsers, listNavigationViews } from '../db/personal.ts';
import { hasZoomToken } from '../db/zoom-tokens.ts';
import { stepsLeft } from '../domain/onboarding.ts';

export const readAlertWords = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  alert_words: reader === visitor ? [] : await listAlertWords(tx.small, reader.userId),
});

export const readMutedUsers = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  muted_users: reader === visitor ? [] : await listMutedUsers(tx.small, reader.userId),
});

export const readNavigationViews = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  navigation_views:
    reader === visitor ? [] : (await listNavigationViews(tx.small, reader.userId)).map(presentView),
});

export const readOnboardingSteps = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  onboarding_steps: reader === visitor ? [] : stepsLeft(await listFinishedSteps(tx.small, reader.userId)),
  navigation_tour_video_url: null,
});

export const readZoomConnection = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  has_zoom_token: reader === visitor ? false : await hasZoomToken(tx.small, reader.userId),
});
