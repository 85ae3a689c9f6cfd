/** Schemas of the records. They accept what any version of the form may contain, and drop what this one does not know. */
import { z } from 'zod';
import { type ArchiveRecord, profileFieldTypes, type RecordKind } from './records.ts';

const key = z.string().min(1).max(500);
const name = z.string().max(2_000);
const text = z.string().max(1_000_000);
const time = z.number().min(0).max(253_402_300_799);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const settings = z.record(z.string().max(200), z.unknown());
const keys = z.array(key).max(100_000);
const flag = z.boolean();
const notification = z.boolean().nullable().optional();

const part = z.union([
  text,
  z.object({ ref: z.literal('person'), key, silent: flag.optional() }),
  z.object({ ref: z.literal('group'), key, silent: flag.optional() }),
  z.object({ ref: z.literal('everyone'), of: z.enum(['channel', 'topic']), silent: flag.optional() }),
  z.object({ ref: z.literal('channel'), key }),
  z.object({ ref: z.literal('topic'), channel: key, topic: name }),
  z.object({ ref: z.literal('message'), key, label: text.optional() }),
  z.object({ ref: z.literal('file'), key, label: text.optional() }),
]);
const content = z.union([text, z.array(part).max(100_000)]);

const place = z.union([z.object({ channel: key, topic: name }), z.object({ people: keys.min(1) })]);

export const recordSchemas = {
  organization: z.object({
    kind: z.literal('organization'),
    name: name.optional(),
    description: text.optional(),
    urls: z.array(name).max(100).optional(),
    settings: settings.optional(),
    profileFields: z
      .array(
        z.object({
          name: key,
          type: z.enum(profileFieldTypes),
          hint: name.optional(),
          data: text.optional(),
          isInSummary: flag.optional(),
          isRequired: flag.optional(),
          isLocked: flag.optional(),
          isUsedForMatching: flag.optional(),
        }),
      )
      .max(1_000)
      .optional(),
    linkifiers: z
      .array(
        z.object({
          pattern: text,
          url: text,
          example: text.optional(),
          reverse: text.optional(),
          alternatives: z.array(text).max(1_000).optional(),
        }),
      )
      .max(10_000)
      .optional(),
    icon: key.optional(),
    logo: key.optional(),
    nightLogo: key.optional(),
    created: time.optional(),
  }),
  person: z.object({
    kind: z.literal('person'),
    key,
    name,
    email: name.optional(),
    role: z.enum(['owner', 'administrator', 'moderator', 'member', 'guest']).optional(),
    bot: z
      .object({ type: z.enum(['generic', 'incoming', 'outgoing', 'embedded']), owner: key.optional() })
      .optional(),
    active: flag.optional(),
    id: id.optional(),
    joined: time.optional(),
    timezone: name.optional(),
    language: name.optional(),
    avatar: key.optional(),
    profile: z.record(name, z.union([text, keys])).optional(),
    status: z.object({ text: name.optional(), emoji: name.optional(), until: time.optional() }).optional(),
    settings: settings.optional(),
    alertWords: z.array(name).max(10_000).optional(),
    mutedPeople: keys.optional(),
  }),
  group: z.object({
    kind: z.literal('group'),
    key,
    name,
    description: text.optional(),
    members: keys,
    subgroups: keys.optional(),
    active: flag.optional(),
  }),
  emoji: z.object({
    kind: z.literal('emoji'),
    name: key,
    file: key.optional(),
    aliasOf: key.optional(),
    author: key.optional(),
    active: flag.optional(),
  }),
  'channel-folder': z.object({
    kind: z.literal('channel-folder'),
    key,
    name,
    description: text.optional(),
  }),
  channel: z.object({
    kind: z.literal('channel'),
    key,
    name,
    description: text.optional(),
    privacy: z.enum(['public', 'web-public', 'private', 'private-protected']),
    archived: flag.optional(),
    creator: key.optional(),
    created: time.optional(),
    folder: key.optional(),
    isDefault: flag.optional(),
    retentionDays: z.number().int().nullable().optional(),
    posting: z.enum(['everyone', 'administrators', 'moderators', 'full-members']).optional(),
    topicsPolicy: z
      .enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
      .optional(),
    formerNames: z.array(name).max(1_000).optional(),
  }),
  subscription: z.object({
    kind: z.literal('subscription'),
    channel: key,
    person: key,
    active: flag.optional(),
    muted: flag.optional(),
    pinned: flag.optional(),
    color: name.optional(),
    desktopNotifications: notification,
    audibleNotifications: notification,
    pushNotifications: notification,
    emailNotifications: notification,
    wildcardMentionsNotify: notification,
  }),
  topic: z.object({
    kind: z.literal('topic'),
    channel: key,
    topic: name,
    person: key,
    policy: z.enum(['muted', 'unmuted', 'followed']),
    time: time.optional(),
  }),
  file: z.object({
    kind: z.literal('file'),
    key,
    name,
    path: name.optional(),
    url: text.optional(),
    type: name.optional(),
    size: z.number().int().min(0).optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    owner: key.optional(),
    created: time.optional(),
    use: z.enum(['upload', 'avatar', 'emoji', 'organization']).optional(),
  }),
  message: z.object({
    kind: z.literal('message'),
    key,
    aliases: keys.optional(),
    place,
    sender: key,
    time,
    content,
    edits: z
      .array(
        z.object({
          time,
          editor: key.optional(),
          previousContent: content.optional(),
          previousTopic: name.optional(),
          previousChannel: key.optional(),
        }),
      )
      .max(10_000)
      .optional(),
    reactions: z
      .array(z.object({ person: key, emoji: key, time: time.optional() }))
      .max(100_000)
      .optional(),
    starredBy: keys.optional(),
    pinned: z.union([z.literal(true), z.object({ by: key.optional(), time: time.optional() })]).optional(),
    client: name.optional(),
  }),
  unread: z.object({ kind: z.literal('unread'), person: key, messages: z.array(key).max(1_000_000) }),
} satisfies Record<RecordKind, z.ZodType>;

/** Checks a record. Returns it without unknown fields, or says what is wrong with it. */
export function parseRecord(
  kind: RecordKind,
  value: unknown,
): { record: ArchiveRecord; problem?: undefined } | { record?: undefined; problem: string } {
  const parsed = recordSchemas[kind].safeParse(value);
  if (parsed.success) return { record: parsed.data as ArchiveRecord };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.') || kind}: ${issue?.message ?? 'is invalid'}`.slice(0, 300) };
}

export const manifestSchema = z.object({
  form: z.literal('parley-organization'),
  version: z.number().int().min(1),
  created: time,
  source: name,
  program: name,
  since: time.optional(),
  counts: z.record(z.string(), z.number().int().min(0)),
  checksums: z.record(z.string(), z.object({ sha256: z.string(), size: z.number().int().min(0) })),
});
