/** Version numbers of the API. Clients decide by them which features they may use (docs/api/requests.md#versions). */
export const versionFields = {
  zulip_version: '12.0',
  zulip_merge_base: '12.0',
  zulip_feature_level: 439,
} as const;
