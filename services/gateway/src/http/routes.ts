import type { AnyRoute, Area, Page } from '../edge/route.ts';
import type { Transfer } from '../edge/transfer.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { botsRoutes } from './bots/routes.ts';
import { channelsRoutes } from './channels/routes.ts';
import { docsPages } from './docs/docs.ts';
import { eventsRoutes } from './events/routes.ts';
import { groupsRoutes } from './groups/routes.ts';
import { invitesRoutes } from './invites/routes.ts';
import { messagesRoutes } from './messages/routes.ts';
import { mobileRoutes } from './mobile/routes.ts';
import { changeCustomEmoji } from './organization/change-custom-emoji.ts';
import { changeRealmIcon } from './organization/change-realm-icon.ts';
import { changeRealmLogo } from './organization/change-realm-logo.ts';
import { organizationRoutes } from './organization/routes.ts';
import { confirmEmailPages } from './pages/confirm-email.ts';
import { earlierEmojiData, emojiCodes, emojiData } from './pages/emoji-data.ts';
import { generatedAvatar } from './pages/generated-avatar.ts';
import { joinPages } from './pages/join.ts';
import { resetPasswordPages } from './pages/reset-password.ts';
import { webClient, webClientAsset } from './pages/web-client.ts';
import { zulipEmoji } from './pages/zulip-emoji.ts';
import { personalRoutes } from './personal/routes.ts';
import { serverRoutes } from './server/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { getFile } from './uploads/get-file.ts';
import { getImage } from './uploads/get-image.ts';
import { resumableUpload, resumableUploads } from './uploads/resumable-upload.ts';
import { uploadsRoutes } from './uploads/routes.ts';
import { uploadFile } from './uploads/upload-file.ts';
import { changeOwnAvatar } from './users/change-own-avatar.ts';
import { getAvatar } from './users/get-avatar.ts';
import { usersRoutes } from './users/routes.ts';

/** Every endpoint below `/api/v1`, by folder. Add a new endpoint to the `routes.ts` of its folder. */
export const areas: readonly Area[] = [
  { name: 'server', title: 'Server', about: 'What clients ask before sign-in.', routes: serverRoutes },
  { name: 'auth', title: 'Signing in', about: 'Exchanging a password for an API key.', routes: authRoutes },
  { name: 'sessions', title: 'Sessions', about: 'Sessions of browsers.', routes: sessionsRoutes },
  {
    name: 'users',
    title: 'Users',
    about: 'Users, the caller’s own account, and administration of accounts.',
    routes: usersRoutes,
  },
  { name: 'bots', title: 'Bots', about: 'Accounts for programs.', routes: botsRoutes },
  { name: 'invites', title: 'Invitations', about: 'Inviting new users.', routes: invitesRoutes },
  {
    name: 'organization',
    title: 'Organization',
    about: 'Settings and definitions of the organization.',
    routes: organizationRoutes,
  },
  { name: 'audit', title: 'Audit log', about: 'Administrative changes.', routes: auditRoutes },
  {
    name: 'channels',
    title: 'Channels',
    about: 'Channels, subscriptions, topics, folders.',
    routes: channelsRoutes,
  },
  {
    name: 'groups',
    title: 'User groups',
    about: 'Groups of users that permissions refer to.',
    routes: groupsRoutes,
  },
  {
    name: 'messages',
    title: 'Messages',
    about: 'Sending, reading, narrowing, reactions, read state.',
    routes: messagesRoutes,
  },
  {
    name: 'personal',
    title: 'Personal',
    about: 'Personal data: drafts, reminders, presence, status, muted users.',
    routes: personalRoutes,
  },
  {
    name: 'events',
    title: 'Events',
    about: 'Registering event queues and polling them.',
    routes: eventsRoutes,
  },
  {
    name: 'uploads',
    title: 'Attachments',
    about: 'Lists of uploaded files; the files themselves are under Files.',
    routes: uploadsRoutes,
  },
  {
    name: 'mobile',
    title: 'Phones',
    about: 'Push notifications, which this server does not send.',
    routes: mobileRoutes,
  },
];

export const routes: readonly AnyRoute[] = areas.flatMap((area) => area.routes);

/** Uploads and downloads. */
export const transfers: readonly Transfer[] = [
  uploadFile,
  resumableUploads,
  resumableUpload,
  getFile,
  getImage,
  changeOwnAvatar,
  getAvatar,
  changeCustomEmoji,
  changeRealmIcon,
  changeRealmLogo,
];

/** Pages outside the API, from the root of the server. */
export const pages: readonly Page[] = [
  webClient,
  webClientAsset,
  emojiData,
  earlierEmojiData,
  emojiCodes,
  zulipEmoji,
  generatedAvatar,
  ...joinPages,
  ...resetPasswordPages,
  ...confirmEmailPages,
  ...docsPages(areas, transfers),
];
