/** What clients decide by (specification, "Versioning"): the level the specification describes. */
export const versionFields = {
  zulip_version: '12.0',
  zulip_merge_base: '12.0',
  zulip_feature_level: 439,
} as const;
