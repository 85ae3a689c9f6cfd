import type { User } from '@parley/proto/events/v1/facts';

/** An account of a person or bot: the fields that every service caches, and those that only `user-admin` needs. */
export type Person = User & {
  /** G: Gravatar of the real address, J: generated, U: uploaded. */
  avatarSource: string;
  canCreateUsers: boolean;
  canChangeUserEmails: boolean;
  /** True when the account was created for a person who has not signed in yet. */
  awaitsSignIn: boolean;
};

/** Types of bots in the API. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** Returns the fields that events and caches carry. */
export function factOf(person: Person): User {
  const {
    avatarSource: _source,
    canCreateUsers: _create,
    canChangeUserEmails: _change,
    awaitsSignIn: _awaits,
    ...user
  } = person;
  return user;
}
