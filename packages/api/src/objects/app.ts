import { z } from 'zod';
import { credential } from '../credential.ts';

/** A command that a person writes at the beginning of a message. */
export const commandSchema = z
  .strictObject({
    /** With the slash. */
    name: z.string(),
    description: z.string(),
    /** What follows the name, for instance `[service] [minutes]`. */
    hint: z.string(),
    /** The app that answers it; null for a command of the server, which is written as a message. */
    app_id: z.int().nullable(),
    bot_id: z.int().nullable(),
  })
  .meta({ id: 'Command' });
export type Command = z.infer<typeof commandSchema>;

/** A program that is installed with a manifest, and acts as its bot (docs/api/apps.md#apps). */
export const appSchema = z
  .strictObject({
    id: z.int(),
    bot_id: z.int(),
    name: z.string(),
    description: z.string(),
    /** A letter or an emoji. */
    icon: z.string(),
    is_enabled: z.boolean(),
    /** The areas of the API that the app may use, each with what it opens in words. */
    scopes: z.array(z.strictObject({ area: z.string(), about: z.string() })),
    commands: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        hint: z.string(),
        /** Who may use it. */
        permission: z.enum(['everyone', 'members', 'moderators', 'administrators']),
      }),
    ),
    /** Whether its messages may have controls. */
    uses_blocks: z.boolean(),
    events: z.array(z.string()),
    /** The addresses of the app. Null for those who may not manage apps. */
    urls: z
      .strictObject({ actions: z.string(), commands: z.string(), events: z.string(), options: z.string() })
      .nullable(),
    /** Channels in which an administrator has approved the app; null for all. */
    channel_ids: z.array(z.int()).nullable(),
    installed_by: z.int(),
    date_created: z.int(),
  })
  .meta({ id: 'App' });
export type App = z.infer<typeof appSchema>;

/** What the program of an app needs to act and to verify requests. */
export const appCredentialsSchema = z
  .strictObject({
    /** For `Authorization: Bearer`, in the form `xoxb-…`. */
    token: credential('app token'),
    /** With which requests to the app are signed: in Slack's form and in that of Standard Webhooks. */
    signing_secret: credential('webhook secret'),
    /** The address that takes the place of `https://slack.com/api/`. */
    api_url: z.string(),
  })
  .meta({ id: 'AppCredentials' });
