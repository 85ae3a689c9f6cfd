import type { Text } from '../i18n/en.ts';

export const english = {
  setUpTitle: 'Welcome to Parley',
  setUpIntro: 'This server has no organization yet. Create it with your account, which will own it.',
  noPasswords:
    'On this server people sign in with their company account, without a password. Enter the address that your company account has: by it you will be signed in.',
  step: 'Step {step} of 3',
  organizationName: 'Name of the organization',
  secret: 'Setup secret',
  secretHelp: 'The server writes a link with it to its log when it starts: look for “no organization yet”.',
  createOrganization: 'Create the organization',
  creating: 'Creating …',
  channelsTitle: 'First channels',
  channelsIntro:
    'Messages go to a topic in a channel. Everyone who joins is subscribed to these; you can change that later.',
  channelName: 'Channel {number}',
  addChannel: 'Add a channel',
  removeChannel: 'Remove {name}',
  emptyChannel: 'empty channel',
  createNoChannels: 'Create channels',
  createChannels: { one: 'Create {count} channel', other: 'Create {count} channels' },
  sameName: 'Two channels have the name {name}.',
  skip: 'Skip this step',
  general: 'general',
  random: 'random',
  invitationsTitle: 'Invite people',
  invitationsIntro:
    'They join as members. You can invite more people at any time from the organization’s settings.',
  addresses: 'Mail addresses',
  addressesHelp: 'One on each line, or separated by commas.',
  sendNoInvitations: 'Send invitations',
  sendInvitations: { one: 'Send {count} invitation', other: 'Send {count} invitations' },
  invited: { one: '{count} person was invited.', other: '{count} people were invited.' },
  orLink: 'Or pass on a link',
  orLinkHelp: 'Whoever has the link can join for ten days.',
  createLink: 'Create a link',
  link: 'Invitation link',
  openParley: 'Open Parley',
} satisfies Record<string, Text>;

export type FirstRunText = keyof typeof english;
