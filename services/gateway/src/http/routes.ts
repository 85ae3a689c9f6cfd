import type { AnyRoute, Page } from '../edge/route.ts';
import { devFetchApiKey } from './auth/dev-fetch-api-key.ts';
import { fetchApiKey } from './auth/fetch-api-key.ts';
import { getStreamTopics } from './channels/get-stream-topics.ts';
import { getStreams } from './channels/get-streams.ts';
import { getSubscriptions } from './channels/get-subscriptions.ts';
import { subscribe } from './channels/subscribe.ts';
import { unsubscribe } from './channels/unsubscribe.ts';
import { deleteQueue } from './events/delete-queue.ts';
import { getEvents } from './events/get-events.ts';
import { registerQueue } from './events/register-queue.ts';
import { getMessages } from './messages/get-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { emojiData } from './pages/emoji-data.ts';
import { home } from './pages/home.ts';
import { getServerSettings } from './server/get-server-settings.ts';
import { getAttachments } from './uploads/get-attachments.ts';
import { createUser } from './users/create-user.ts';
import { getOwnUser } from './users/get-own-user.ts';
import { getUsers } from './users/get-users.ts';

/** Every endpoint below `/api/v1`. */
export const routes: readonly AnyRoute[] = [
  getServerSettings,
  fetchApiKey,
  devFetchApiKey,

  getOwnUser,
  getUsers,
  createUser,

  getSubscriptions,
  subscribe,
  unsubscribe,
  getStreams,
  getStreamTopics,

  sendMessage,
  getMessages,

  registerQueue,
  getEvents,
  deleteQueue,

  getAttachments,
];

/** Everything else, from the root of the server. */
export const pages: readonly Page[] = [home, emojiData];
