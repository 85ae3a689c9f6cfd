import type { SlackMethod } from '../method.ts';
import { authTest } from './auth-test.ts';
import { chatDelete } from './chat-delete.ts';
import { chatPostEphemeral } from './chat-post-ephemeral.ts';
import { chatPostMessage } from './chat-post-message.ts';
import { chatUpdate } from './chat-update.ts';
import { conversationsHistory } from './conversations-history.ts';
import { conversationsInfo } from './conversations-info.ts';
import { conversationsList } from './conversations-list.ts';
import { conversationsMembers } from './conversations-members.ts';
import { conversationsReplies } from './conversations-replies.ts';
import { usersInfo } from './users-info.ts';
import { viewsOpen, viewsPush } from './views-open.ts';
import { viewsUpdate } from './views-update.ts';

/** The methods of Slack's Web API that apps can call, by their names there. */
export const methods: Readonly<Record<string, SlackMethod>> = {
  'api.test': { area: null, run: async () => ({}) },
  'auth.test': authTest,
  'chat.delete': chatDelete,
  'chat.postEphemeral': chatPostEphemeral,
  'chat.postMessage': chatPostMessage,
  'chat.update': chatUpdate,
  'conversations.history': conversationsHistory,
  'conversations.info': conversationsInfo,
  'conversations.list': conversationsList,
  'conversations.members': conversationsMembers,
  'conversations.replies': conversationsReplies,
  'users.info': usersInfo,
  'views.open': viewsOpen,
  'views.push': viewsPush,
  'views.update': viewsUpdate,
};
