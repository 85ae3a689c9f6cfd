import type { OlderServerEvent, ServerEvent } from './generated/operations.ts';
import type { AnswerOf } from './operations.ts';

export type {
  AllowedDomain,
  Attachment,
  Bot,
  Channel,
  ChannelFolder,
  CustomProfileField,
  Draft,
  Emoji,
  GroupSettingValue,
  Message,
  NavigationView,
  Playground,
  Reaction,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
  ServerEvent,
  Subscription,
  User,
  UserGroup,
  UserStatus,
} from './generated/operations.ts';

/** The answer of a registration. The request decides which fields exist. */
export type Registration = AnswerOf<'register-queue'>;

/** When a user was last active, and when they were last connected at all, in Unix seconds. */
export type Presence = { readonly active_timestamp: number; readonly idle_timestamp: number };

/** A user's visibility policy of a topic: 0 follows the channel, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3;

/** Type of an event. */
export type EventType = ServerEvent['type'];

/** An event of a type with any operation, including the forms for clients that lack a capability. */
export type EventOf<T extends EventType> = Extract<ServerEvent | OlderServerEvent, { type: T }>;
