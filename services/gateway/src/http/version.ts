/**
 * Version numbers of the API. Clients decide by them which features they may use (docs/api/requests.md#versions). docs/api/levels.json
 * lists every level up to the announced one, and what is taken from later ones.
 */
export const versionFields = {
  zulip_version: '12.0',
  zulip_merge_base: '12.0',
  zulip_feature_level: 478,
} as const;
