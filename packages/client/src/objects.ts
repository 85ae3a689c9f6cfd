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

/** Everything that a registration answers with; which fields there are depends on what it asks for. */
export type Registration = AnswerOf<'register-queue'>;

/** When a user was last active, and last there at all, in Unix seconds. */
export type Presence = { readonly active_timestamp: number; readonly idle_timestamp: number };

/** What a user does about a topic: 0 as the channel, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3;

/** Type of an event. */
export type EventType = ServerEvent['type'];

/** An event of a type, whatever its operation, the forms for clients without a capability included. */
export type EventOf<T extends EventType> = Extract<ServerEvent | OlderServerEvent, { type: T }>;
