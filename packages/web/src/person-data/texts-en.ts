import type { Text } from '../i18n/en.ts';

export const english = {
  count_api_keys: { one: 'one API key', other: '{count} API keys' },
  count_audit_entries: { one: 'one entry of the audit log', other: '{count} entries of the audit log' },
  count_devices: { one: 'one device', other: '{count} devices' },
  count_direct_messages: {
    one: 'one message of direct conversations',
    other: '{count} messages of direct conversations',
  },
  count_drafts: { one: 'one draft', other: '{count} drafts' },
  count_files: { one: 'one file', other: '{count} files' },
  count_images: { one: 'one picture', other: '{count} pictures' },
  count_messages: { one: 'one message', other: '{count} messages' },
  count_messages_sent: { one: 'one message sent', other: '{count} messages sent' },
  count_other: { one: 'one other entry', other: '{count} other entries' },
  count_personal_items: {
    one: 'one draft, reminder or saved text',
    other: '{count} drafts, reminders and saved texts',
  },
  count_reactions: { one: 'one reaction', other: '{count} reactions' },
  count_sessions: { one: 'one session', other: '{count} sessions' },
  count_uploads: { one: 'one file', other: '{count} files' },
  download: 'Download',
  erase: 'Erase',
  eraseAsk: 'Erase {name}?',
  eraseBots: {
    one: 'Their bot is deactivated, too: {names}.',
    other: 'Their {count} bots are deactivated, too: {names}.',
  },
  eraseCounted: {
    one: 'You can read one message of this person. There may be more that you cannot read.',
    other: 'You can read {count} messages of this person. There may be more that you cannot read.',
  },
  eraseCountedMany: 'You can read more than {count} messages of this person.',
  eraseDeletes: 'Delete the messages and files, too',
  eraseDeletesMore: 'They disappear for everyone, in channels and in direct conversations.',
  eraseFinal: 'This cannot be undone, and the account cannot be reactivated.',
  eraseKeeps: 'Keep the messages',
  eraseKeepsMore: 'They stay as messages of “Deleted person {id}”.',
  eraseMessages: 'Messages of the person',
  eraseMore:
    'The account is deactivated, and the name and the address are replaced by “Deleted person {id}”. Profile, settings, drafts, reminders, sessions, keys and devices are deleted. Texts of other people that name the person stay.',
  eraseOnly: '{name} is the only owner. Make someone else an owner first.',
  eraseType: 'Type the name to confirm',
  eraseTypeHelp: 'Exactly: {name}',
  erasuresHelp:
    'Reports of erasures. What stays: texts of other people, the audit log without the person’s data, and backups.',
  erasureDone: 'complete since {time}',
  erasurePending: 'in progress',
  erasureWith: 'with messages and files',
  erasureWithout: 'messages kept',
  exportDeleted: 'deleted',
  exportFailed: 'failed',
  exportOfOwner:
    'Messages of public channels with their files, and the account. With private messages and lists only if the person consents to it. The archive opens for a day at a time and is deleted after seven days.',
  exportOwnHelp:
    'Your account, messages, files, lists and settings as one archive. It opens for a day at a time and is deleted after seven days. Five exports in seven days are possible.',
  exportOwnTitle: 'Your data',
  exportPending: 'in progress',
  exportPrivate: 'with private data',
  exportPublic: 'public data only',
  exportReady: 'ready, deleted on {time}',
  exportStart: 'Export the data',
  exportStarted: 'The export has started. The notification bot tells you when it is done.',
  exportTitle: 'Data of this person',
  noErasures: 'Nobody has been erased.',
  noExports: 'No exports yet.',
  notLoaded: 'The list could not be loaded.',
  operator: 'an operator',
  erasures: 'Erased people',
} as const satisfies Readonly<Record<string, Text>>;

export type PersonDataText = keyof typeof english;
