import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { UserId } from '@parley/rules';

export type Post = {
  senderId: UserId;
  recipient: NonNullable<SendMessageRequest['recipient']>;
  /** Markdown; empty when the mail contains only attachments. */
  text: string;
  /** Quoted mails and signatures that are not part of the text; empty when there are none, or when the conversation has them. */
  leftOut: string;
  /** Whether the message notifies the people and groups that it mentions. */
  notifies: boolean;
};
