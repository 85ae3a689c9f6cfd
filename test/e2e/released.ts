import { lastRelease, textOf } from '../releases.ts';
import { type ComposeService, readCompose } from './compose.ts';
import { settings } from './settings.ts';

/** The settings of an installation of the last release, whose images are built from its sources. */
export const releasedSettings = {
  ...settings,
  PARLEY_IMAGES: `${settings.PARLEY_IMAGES}-released`,
  PARLEY_TAG: lastRelease.commit.slice(0, 12),
} as const;

/** Prefix of the images of the last release. */
export const releasedImages = `${releasedSettings.PARLEY_IMAGES}/`;

/** Returns the program of operators' commands in the containers of a version. */
export const operatorsCommand = (version: 'current' | 'released'): string =>
  version === 'current' || readReleasedCompose().has('parley') ? 'parley' : 'node dist/admin.js';

let compose: ReadonlyMap<string, ComposeService> | undefined;

/** Returns the services of the last release's compose file. */
export function readReleasedCompose(): ReadonlyMap<string, ComposeService> {
  compose ??= readCompose(releasedSettings, textOf(lastRelease, 'deploy/compose/compose.yaml'));
  return compose;
}
