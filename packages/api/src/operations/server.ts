import { z } from 'zod';

export const getServerSettingsAnswer = z.strictObject({
  authentication_methods: z.record(z.string(), z.boolean()).meta({ deprecated: true }),
  external_authentication_methods: z.array(
    z.strictObject({
      name: z.string(),
      display_name: z.string(),
      display_icon: z.string().nullable(),
      login_url: z.string(),
      signup_url: z.string(),
    }),
  ),
  zulip_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  push_notifications_enabled: z.boolean(),
  is_incompatible: z.boolean(),
  email_auth_enabled: z.boolean(),
  require_email_format_usernames: z.boolean(),
  realm_uri: z.string().meta({ deprecated: true }),
  realm_url: z.string(),
  realm_name: z.string(),
  realm_icon: z.string(),
  realm_description: z.string(),
  realm_web_public_access_enabled: z.boolean(),
});

/** Values by the name of a reading (docs/decisions/operators-page.md#readings). Rates are per second. */
const readings = z.record(z.string(), z.number());

export const getServerStatusAnswer = z.strictObject({
  /** The services of the deployment. A service without a process is unavailable. */
  services: z.array(z.string()),
  /** The processes that answered. */
  processes: z.array(
    z.strictObject({
      service: z.string(),
      /** Distinguishes processes of a service; new at each start. */
      instance: z.string(),
      version: z.string(),
      /** Unix time in seconds. */
      started_at: z.int(),
      readings,
      history: z.strictObject({
        /** Seconds between two readings. */
        every_seconds: z.int(),
        /** Readings of at most one hour, the oldest first. */
        readings: z.record(z.string(), z.array(z.number())),
      }),
    }),
  ),
  /** Bytes in use, by kind; null for a kind that is currently unknown. */
  space: z.strictObject({
    database: z.number().nullable(),
    log: z.number().nullable(),
    /** The size at which the log removes its oldest entries. */
    log_limit: z.number().nullable(),
    files: z.number().nullable(),
  }),
});
