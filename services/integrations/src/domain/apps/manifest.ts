import { type KeyArea, keyAreas } from '@parley/rules';
import { z } from 'zod';
import { PayloadError } from '../templates/payload.ts';
import { readBySchema } from '../templates/read-by-schema.ts';

/** Who may use a command. */
const commandPermissions = ['everyone', 'members', 'moderators', 'administrators'] as const;

/** Kinds of events that an app can ask for. */
const appEventKinds = [
  'app_mention',
  'message',
  'reaction_added',
  'reaction_removed',
  'channel_created',
  'channel_changed',
  'channel_archived',
  'member_joined_channel',
  'member_left_channel',
  'user_change',
  'team_join',
] as const;
export type AppEventKind = (typeof appEventKinds)[number];

/** Areas of the API that an app may be given. Others would let it change the organization or the credentials of people. */
export const appAreas = [
  'messages',
  'channels',
  'users',
  'uploads',
  'events',
] as const satisfies readonly KeyArea[];

const maxCommands = 50;
/** `/name`: what Slack accepts, too. */
const commandName = /^\/[a-z0-9][a-z0-9_-]{0,31}$/;
/** Commands of the server itself. */
const builtInNames = ['/poll', '/todo', '/me'];

const address = z.string().max(2_000);

const manifestSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  description: z.string().max(2_000).default(''),
  /** A letter or an emoji. */
  icon: z.string().max(40).default(''),
  commands: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(commandName)
          .refine((name) => !builtInNames.includes(name), 'is a command of the server'),
        description: z.string().max(2_000).default(''),
        hint: z.string().max(1_000).default(''),
        permission: z.enum(commandPermissions).default('everyone'),
        /** Instead of the address for all commands. */
        url: address.optional(),
      }),
    )
    .max(maxCommands)
    .default([]),
  blocks: z.boolean().default(false),
  events: z.array(z.enum(appEventKinds)).max(50).default([]),
  scopes: z.array(z.enum(appAreas)).max(50).default([]),
  /** `url` takes the place of those that are missing. */
  url: address.optional(),
  actions_url: address.optional(),
  commands_url: address.optional(),
  events_url: address.optional(),
  options_url: address.optional(),
});

/** What an app is and may do, as it was checked when it was installed. */
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestCommand = Manifest['commands'][number];

/** The parts of Slack's manifests that count here. */
const slackSchema = z.object({
  display_information: z.object({ name: z.string(), description: z.string().optional() }),
  features: z
    .object({
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            url: z.string().optional(),
            description: z.string().optional(),
            usage_hint: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()).optional() }).optional() }).optional(),
  settings: z
    .object({
      event_subscriptions: z
        .object({ request_url: z.string().optional(), bot_events: z.array(z.string()).optional() })
        .optional(),
      interactivity: z
        .object({
          is_enabled: z.boolean().optional(),
          request_url: z.string().optional(),
          message_menu_options_url: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
});

/** What each kind of Slack's scopes becomes. */
const areaOfScope: Readonly<Record<string, (typeof appAreas)[number]>> = {
  chat: 'messages',
  app_mentions: 'messages',
  reactions: 'messages',
  users: 'users',
  files: 'uploads',
};

/** Returns the area of a scope of Slack's, such as `channels:history`; undefined for those without a counterpart. */
function areaOf(scope: string): (typeof appAreas)[number] | undefined {
  const [kind = '', right = ''] = scope.split(':');
  if (right === 'history') return 'messages';
  if (['channels', 'groups', 'im', 'mpim'].includes(kind)) return 'channels';
  return areaOfScope[kind];
}

/** Events of Slack's with another name than the kind that contains them. */
const kindOfEvent = (event: string): string => {
  if (event.startsWith('message.')) return 'message';
  if (event === 'channel_rename') return 'channel_changed';
  return event === 'channel_archive' ? 'channel_archived' : event;
};

const read = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> =>
  readBySchema(schema, value, 'The manifest is wrong at "{path}": {problem}');

function fromSlack(value: unknown): unknown {
  const { display_information: shown, features, oauth_config, settings } = read(slackSchema, value);
  const interactivity = settings?.interactivity;
  const subscriptions = settings?.event_subscriptions;
  const known = new Set<string>(appEventKinds);
  const areas = (oauth_config?.scopes?.bot ?? []).map(areaOf).filter((area) => area !== undefined);
  return {
    name: shown.name,
    description: shown.description,
    commands: features?.slash_commands?.map(({ command, description, usage_hint, url }) => ({
      name: command.toLowerCase(),
      description,
      hint: usage_hint,
      url,
    })),
    blocks: interactivity?.is_enabled ?? false,
    events: [...new Set((subscriptions?.bot_events ?? []).map(kindOfEvent))].filter((kind) =>
      known.has(kind),
    ),
    scopes: [...new Set(areas)],
    actions_url: interactivity?.request_url,
    options_url: interactivity?.message_menu_options_url ?? interactivity?.request_url,
    events_url: subscriptions?.request_url,
  };
}

/**
 * Reads a manifest in Parley's or Slack's form.
 * @throws PayloadError that says what is wrong and where
 */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PayloadError('The manifest is no JSON.');
  }
  const isSlack = typeof value === 'object' && value !== null && 'display_information' in value;
  const manifest = read(manifestSchema, isSlack ? fromSlack(value) : value);
  const names = manifest.commands.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new PayloadError('The manifest has a command twice.');
  for (const [use, needs] of [
    ['commands', manifest.commands.some(({ url }) => url === undefined)],
    ['events', manifest.events.length > 0],
    ['actions', manifest.blocks],
  ] as const) {
    if (needs && addressFor(manifest, use) === '')
      throw new PayloadError(`The manifest has no "${use}_url".`);
  }
  return manifest;
}

export type AddressUse = 'actions' | 'commands' | 'events' | 'options';

/** Returns the address of an app for a use; empty for none. */
export const addressFor = (manifest: Manifest, use: AddressUse): string =>
  manifest[`${use}_url`] ?? (use === 'options' ? manifest.actions_url : undefined) ?? manifest.url ?? '';

/** Returns all addresses of an app. */
export const addressesOf = (manifest: Manifest): string[] =>
  [
    manifest.url,
    manifest.actions_url,
    manifest.commands_url,
    manifest.events_url,
    manifest.options_url,
    ...manifest.commands.map(({ url }) => url),
  ].filter((url) => url !== undefined && url !== '') as string[];

/** Returns the areas of an app, each with what it opens. */
export const scopesInWords = ({ scopes }: Manifest): { area: string; about: string }[] =>
  scopes.map((area) => ({ area, about: keyAreas[area] }));
