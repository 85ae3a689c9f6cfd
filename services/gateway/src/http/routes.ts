import type { AnyRoute, Area, Page } from '../edge/declaration/route.ts';
import type { Transfer } from '../edge/declaration/transfer.ts';
import { routesByArea } from '../gen/routes.ts';
import { docsPages } from './docs/docs.ts';
import { receiveAppResponse } from './integrations/receive-app-response.ts';
import { receiveMattermostWebhook } from './integrations/receive-mattermost-webhook.ts';
import { receiveSlackApi } from './integrations/receive-slack-api.ts';
import { receiveSlackWebhook } from './integrations/receive-slack-webhook.ts';
import { receiveWebhook } from './integrations/receive-webhook.ts';
import { changeRealmIcon } from './organization/change-realm-icon.ts';
import { changeRealmLogo } from './organization/change-realm-logo.ts';
import { changeCustomEmoji } from './organization/emoji/change-custom-emoji.ts';
import { confirmEmailPages } from './pages/confirm-email.ts';
import { connectZoomPages } from './pages/connect-zoom.ts';
import { devMailPages } from './pages/dev-mail.ts';
import { earlierEmojiData, emojiCodes, emojiData } from './pages/emoji-data.ts';
import { generatedAvatar } from './pages/generated-avatar.ts';
import { joinPages } from './pages/join.ts';
import { joinCall } from './pages/join-call.ts';
import { knownAddresses } from './pages/known-addresses.ts';
import { oldLinkPages } from './pages/old-links.ts';
import { providerLogoutPages } from './pages/provider-logout.ts';
import { providerSignInPages } from './pages/provider-sign-in.ts';
import { publicChannelPages } from './pages/public-channel.ts';
import { resetPasswordPages } from './pages/reset-password.ts';
import { signInTicketPages } from './pages/sign-in-ticket.ts';
import { unsubscribePages } from './pages/unsubscribe.ts';
import { serviceWorker, webClient, webClientAsset, webManifest } from './pages/web-client.ts';
import { zulipEmoji } from './pages/zulip-emoji.ts';
import { handleScim } from './scim/handle-scim.ts';
import { getExternalPicture } from './uploads/get-external-picture.ts';
import { getFile } from './uploads/get-file.ts';
import { getImage } from './uploads/get-image.ts';
import { resumableUpload, resumableUploads } from './uploads/resumable-upload.ts';
import { uploadFile } from './uploads/upload-file.ts';
import { changeOwnAvatar } from './users/change-own-avatar.ts';
import { getAvatar } from './users/get-avatar.ts';

const folders: readonly Area[] = [
  { name: 'server', title: 'Server', about: 'What clients ask before sign-in.', routes: routesByArea.server },
  {
    name: 'auth',
    title: 'Signing in',
    about: 'Exchanging a password for an API key.',
    routes: routesByArea.auth,
  },
  { name: 'sessions', title: 'Sessions', about: 'Sessions of browsers.', routes: routesByArea.sessions },
  {
    name: 'keys',
    title: 'API keys',
    about: 'Named API keys, which can expire, be limited and be rotated.',
    routes: routesByArea.keys,
  },
  {
    name: 'factors',
    title: 'Second factors',
    about: 'Authenticator apps, passkeys and recovery codes, at sign-ins and in the own settings.',
    routes: routesByArea.factors,
  },
  {
    name: 'joining',
    title: 'Joining and passwords',
    about: 'What people do before they can sign in: join, replace a forgotten password, confirm an address.',
    routes: routesByArea.joining,
  },
  {
    name: 'users',
    title: 'Users',
    about: 'Users, the caller’s own account, and administration of accounts.',
    routes: routesByArea.users,
  },
  { name: 'bots', title: 'Bots', about: 'Accounts for programs.', routes: routesByArea.bots },
  { name: 'invites', title: 'Invitations', about: 'Inviting new users.', routes: routesByArea.invites },
  {
    name: 'organization',
    title: 'Organization',
    about: 'Settings and definitions of the organization.',
    routes: routesByArea.organization,
  },
  { name: 'audit', title: 'Audit log', about: 'Administrative changes.', routes: routesByArea.audit },
  {
    name: 'channels',
    title: 'Channels',
    about: 'Channels, subscriptions, topics, folders.',
    routes: routesByArea.channels,
  },
  {
    name: 'groups',
    title: 'User groups',
    about: 'Groups of users that permissions refer to.',
    routes: routesByArea.groups,
  },
  {
    name: 'messages',
    title: 'Messages',
    about: 'Sending, reading, narrowing, reactions, read state.',
    routes: routesByArea.messages,
  },
  {
    name: 'personal',
    title: 'Personal',
    about: 'Personal data: drafts, reminders, presence, status, muted users.',
    routes: routesByArea.personal,
  },
  {
    name: 'events',
    title: 'Events',
    about: 'Registering event queues, polling them and streaming from them.',
    routes: routesByArea.events,
  },
  {
    name: 'uploads',
    title: 'Attachments',
    about: 'Lists of uploaded files; the files themselves are under Files.',
    routes: routesByArea.uploads,
  },
  {
    name: 'mobile',
    title: 'Push notifications',
    about: 'Web Push to browsers. The server sends nothing to the services of phones.',
    routes: routesByArea.mobile,
  },
];

/** All endpoints below `/api/v1` except file transfers, by the first folder below `src/http` that contains them. */
export const areas: readonly Area[] = folders.map((folder) => ({
  ...folder,
  routes: folder.routes.map((route) => ({ ...route, area: folder.name })),
}));

export const routes: readonly AnyRoute[] = areas.flatMap((area) => area.routes);

export const transfers: readonly Transfer[] = [
  ...inArea('uploads', [
    uploadFile,
    resumableUploads,
    resumableUpload,
    getFile,
    getImage,
    getExternalPicture,
  ]),
  ...inArea('users', [changeOwnAvatar, getAvatar]),
  ...inArea('organization', [changeCustomEmoji, changeRealmIcon, changeRealmLogo]),
  ...inArea('scim', [handleScim]),
  ...inArea('integrations', [
    receiveWebhook,
    receiveMattermostWebhook,
    receiveSlackWebhook,
    receiveSlackApi,
    receiveAppResponse,
  ]),
];

function inArea(area: string, all: readonly Transfer[]): Transfer[] {
  return all.map((transfer) => ({ ...transfer, area }));
}

/** All pages outside the API. Their paths start at the root of the server. */
export const pages: readonly Page[] = [
  webClient,
  webClientAsset,
  serviceWorker,
  webManifest,
  emojiData,
  earlierEmojiData,
  emojiCodes,
  zulipEmoji,
  generatedAvatar,
  ...joinPages,
  ...resetPasswordPages,
  ...confirmEmailPages,
  joinCall,
  ...connectZoomPages,
  ...publicChannelPages,
  ...knownAddresses,
  ...oldLinkPages,
  ...providerSignInPages,
  ...providerLogoutPages,
  ...signInTicketPages,
  ...unsubscribePages,
  ...devMailPages,
  ...docsPages(areas, transfers),
];
