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

/** Answer of the operation `register-queue`: the initial data of an account. The request determines which fields it contains. */
export type Registration = AnswerOf<'register-queue'>;

/** Times at which a user was last active, and last connected, in Unix seconds. */
export type Presence = { readonly active_timestamp: number; readonly idle_timestamp: number };

/** A user's visibility policy of a topic: 0 inherits from the channel, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3;

export type EventType = ServerEvent['type'];

/** An event of a type with any operation. Includes the older variants for clients that lack a capability. */
export type EventOf<T extends EventType> = Extract<ServerEvent | OlderServerEvent, { type: T }>;
