import type { AnyRoute } from '../../edge/route.ts';
import { getServerSettings } from './get-server-settings.ts';

/** What a client asks first. */
export const serverRoutes: readonly AnyRoute[] = [getServerSettings];
