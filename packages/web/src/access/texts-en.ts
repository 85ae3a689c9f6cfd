import type { Text } from '../i18n/en.ts';

/** English texts about keys and the end of all access. */
export const english = {
  accountKey: 'Own key of the account',
  afterPassword: 'Your password was changed',
  afterPasswordMore: 'Somebody who knew the old password may have a key, or may still be connected.',
  botsGoOn: {
    one: 'The bot {names} goes on. Whoever knows its key can still use it.',
    other: 'The bots {names} go on. Whoever knows their keys can still use them.',
  },
  continue: 'Continue',
  endBots: {
    one: 'End the access of the bot {names}, too',
    other: 'End the access of {count} bots, too: {names}',
  },
  endKey: 'End',
  endKeyMore: 'Programs and phones that use it are logged out at once.',
  endKeyOf: 'End the key {name}',
  endOther: 'End all other access',
  ended: 'All access was ended.',
  endsDevices: 'Phones and browsers get no notifications until they log in again.',
  endsKeys: 'All API keys stop working. The account gets a new key.',
  endsLinks:
    'Links in mails, sign-ins that are not complete and mail addresses that post in the name of the account become invalid.',
  endsSessions: 'All browsers are logged out, and open connections end.',
  keepSession: 'Stay logged in in this browser',
  keyReadOnly: 'Reads only',
  keyAllAreas: 'all areas',
  keyExpires: 'expires {time}',
  keyExpired: 'expired',
  keyNever: 'does not expire',
  keyUsed: 'used {time} from {address}',
  keyUnused: 'not used yet',
  keyArea_messages: 'messages',
  keyArea_channels: 'channels',
  keyArea_users: 'people',
  keyArea_groups: 'groups',
  keyArea_events: 'events',
  keyArea_personal: 'personal settings and lists',
  keyArea_uploads: 'files',
  keyArea_organization: 'organization',
  keyArea_invites: 'invitations',
  keyArea_bots: 'bots',
  keyArea_mobile: 'push to phones',
  keyArea_audit: 'audit log',
  keysOfPerson: 'API keys',
  ofPerson: 'End all access',
  ofPersonAsk: 'End all access of {name}?',
  own: 'All access',
  ownAsk: 'End all access to your account?',
  ownButton: 'End all access',
  ownHelp:
    'After a lost device, or when somebody else may have a key: everything that is connected with your account ends.',
  stays: 'The password and second factors stay.',
  unused: 'no use known',
} as const satisfies Readonly<Record<string, Text>>;

export type AccessText = keyof typeof english;
