/** A provider is available when all of its variables are set. Only Zoom's account ID is optional. */
import { ConfigError, envString, envUrl } from '@parley/core';
import { z } from 'zod';
import type { BigBlueButtonConfig } from './big-blue-button.ts';
import type { ZoomConfig } from './zoom-requests.ts';

// Compose files pass an empty text for an unset variable.
const urlOrEmpty = () => z.union([z.literal(''), envUrl(['http', 'https'])]).default('');

export const callsEnvironment = {
  PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL: urlOrEmpty(),
  PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET: envString(''),
  PARLEY_GATEWAY_ZOOM_ACCOUNT_ID: envString(''),
  PARLEY_GATEWAY_ZOOM_CLIENT_ID: envString(''),
  PARLEY_GATEWAY_ZOOM_CLIENT_SECRET: envString(''),
  PARLEY_GATEWAY_ZOOM_AUTHORIZATION_URL: envUrl(['http', 'https'], 'https://zoom.us/'),
  PARLEY_GATEWAY_ZOOM_API_URL: envUrl(['http', 'https'], 'https://api.zoom.us/'),
  PARLEY_GATEWAY_JITSI_SERVER_URL: urlOrEmpty(),
};

type Environment = { [Name in keyof typeof callsEnvironment]: string };

export type CallsConfig = {
  bigBlueButton: BigBlueButtonConfig | undefined;
  zoom: ZoomConfig | undefined;
  /** URL of the Jitsi Meet server for organizations that have not set their own; null when there is none. */
  jitsiServerUrl: string | null;
};

/** Returns the configuration of the providers. @throws ConfigError when only some variables of a provider are set */
export function readCallsConfig(read: Environment): CallsConfig {
  const isComplete = (...names: readonly (keyof Environment)[]): boolean => {
    const missing = names.filter((name) => read[name] === '');
    if (missing.length === names.length) return false;
    if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} is missing.`));
    return true;
  };
  const hasBigBlueButton = isComplete(
    'PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL',
    'PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET',
  );
  const hasZoom = isComplete('PARLEY_GATEWAY_ZOOM_CLIENT_ID', 'PARLEY_GATEWAY_ZOOM_CLIENT_SECRET');
  const accountId = read.PARLEY_GATEWAY_ZOOM_ACCOUNT_ID || undefined;
  if (accountId !== undefined && !hasZoom) {
    throw new ConfigError(['PARLEY_GATEWAY_ZOOM_ACCOUNT_ID needs PARLEY_GATEWAY_ZOOM_CLIENT_ID.']);
  }
  return {
    bigBlueButton: hasBigBlueButton
      ? {
          url: read.PARLEY_GATEWAY_BIG_BLUE_BUTTON_URL,
          secret: read.PARLEY_GATEWAY_BIG_BLUE_BUTTON_SECRET,
        }
      : undefined,
    zoom: hasZoom
      ? {
          accountId,
          clientId: read.PARLEY_GATEWAY_ZOOM_CLIENT_ID,
          clientSecret: read.PARLEY_GATEWAY_ZOOM_CLIENT_SECRET,
          authorizationUrl: read.PARLEY_GATEWAY_ZOOM_AUTHORIZATION_URL,
          apiUrl: read.PARLEY_GATEWAY_ZOOM_API_URL,
        }
      : undefined,
    jitsiServerUrl: read.PARLEY_GATEWAY_JITSI_SERVER_URL.replace(/\/+$/, '') || null,
  };
}
