import type { AnyRoute } from '../../edge/route.ts';
import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { fetchApiKey } from './fetch-api-key.ts';

/** Routes that exchange a password for an API key. */
export const authRoutes: readonly AnyRoute[] = [fetchApiKey, devFetchApiKey];
