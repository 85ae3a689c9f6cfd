import type { User } from '@parley/proto/events/v1/facts';

/** An account of a person or bot. It has the fields that all services cache, and those that only `user-admin` needs. */
export type Person = User & {
  /** `G` for Gravatar (by the real address), `J` for a generated one, `U` for an uploaded one. */
  avatarSource: string;
  canCreateUsers: boolean;
  canChangeUserEmails: boolean;
  /** Whether the account was created on behalf of a person who has not signed in yet. */
  awaitsSignIn: boolean;
  /** Whether the data of a deactivated account was deleted. */
  isDeleted: boolean;
};

export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** Returns the fields of a person that events contain and other services cache. */
export function factOf(person: Person): User {
  const {
    avatarSource: _source,
    canCreateUsers: _create,
    canChangeUserEmails: _change,
    awaitsSignIn: _awaits,
    isDeleted: _deleted,
    ...user
  } = person;
  return user;
}
