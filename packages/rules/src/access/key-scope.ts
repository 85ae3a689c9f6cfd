/** Limits of API keys: what each area of the API opens, and who may read contents. */

import { errors } from '@parley/core';

export type KeyScope = {
  readonly isReadOnly: boolean;
  /** Areas of the API that the key may use. An empty list means all areas. */
  readonly areas: readonly string[];
};

/**
 * Areas of the API to which a key can be limited, and what each one opens. Each is a folder directly in the gateway's `src/http`. Only the
 * area `messages` opens contents: messages, their files, and what people write for later.
 */
export const keyAreas = {
  audit: 'The audit log.',
  bots: 'Bots and their storage, without their keys.',
  channels: 'Channels, subscriptions, folders and names of topics.',
  events: 'Events about everything but messages. With `messages`, also events about messages.',
  groups: 'User groups.',
  invites: 'Invitations. The key gets only the links that it makes itself.',
  messages:
    'Contents: messages, direct ones included, and the files in them. Sending. Drafts, reminders, snippets and scheduled ' +
    'messages need it in addition to `personal`.',
  mobile:
    'Devices for push notifications. With `messages`, also registering one, because it then receives messages.',
  organization: 'Settings and definitions of the organization, without exports.',
  personal:
    'Status, presence, alert words, muted users, views. With `messages`, also drafts and other written texts.',
  uploads: 'Uploading, and the own files. With `messages`, also files in messages of other people.',
  users: 'People and the own account, without exports.',
} as const satisfies Readonly<Record<string, string>>;

export type KeyArea = keyof typeof keyAreas;

/** Returns whether a key may be used for an area. A request without a limited key may be used for every area. */
export const isAreaOpen = (scope: KeyScope | undefined, area: KeyArea): boolean =>
  !scope || scope.areas.length === 0 || scope.areas.includes(area);

/** Returns whether a request with these limits may receive contents, or register a device that receives them. */
export const mayHaveContents = (scope: KeyScope | undefined): boolean => isAreaOpen(scope, 'messages');

/** Checks that a request with these limits may receive contents. @throws ACCESS_DENIED otherwise */
export function requireContents(scope: KeyScope | undefined): void {
  if (!mayHaveContents(scope)) throw errors.keyLimited();
}
