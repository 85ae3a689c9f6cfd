import type { User } from '@parley/proto/events/v1/facts';

/** A person or bot: what everyone's caches hold, and what only this service needs. */
export type Person = User & {
  /** G: Gravatar of the real address, J: generated, U: uploaded. */
  avatarSource: string;
  canCreateUsers: boolean;
  canChangeUserEmails: boolean;
  /** Somebody made the account for them, and they have not signed in yet. */
  awaitsSignIn: boolean;
};

/** Kinds of bots on the wire. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** The part of a person that events carry. */
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
