import type { AnyRoute } from '../../edge/route.ts';
import { getServerSettings } from './get-server-settings.ts';

/** Routes for clients before sign-in. */
export const serverRoutes: readonly AnyRoute[] = [getServerSettings];
