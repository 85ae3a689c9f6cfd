import type { MessageId } from '@parley/rules';

/** Content of a mail, without recipient and Message-ID. */
export type Mail = {
  /** Display name of the sender. The address is always that of the server. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Address for replies; absent when there is none. */
  replyTo?: string;
  /** Further header fields, by name. */
  headers: Readonly<Record<string, string>>;
  /** Message-IDs of the thread that the mail belongs to, oldest first. */
  references: readonly string[];
};

/**
 * What a mail about messages reports. It has no text of them: the mail is written each time it is sent, from what its reader may
 * read then and has not read yet (docs/decisions/notifications.md).
 */
export type MailReport =
  | {
      kind: 'missed';
      /** Messages of one conversation, in ascending order. */
      messageIds: readonly MessageId[];
      /** Numbers of messages of the conversation that the mail leaves out, by the ID of the message before which they are. */
      omitted?: Readonly<Record<number, number>>;
      /** Message-ID that all mails about the conversation refer to, so that they form a thread. */
      threadId: string;
    }
  | {
      kind: 'digest';
      topics: readonly ReportedTopic[];
      /** Absent in mails of earlier releases, which are weekly. */
      frequency?: DigestFrequency;
    };

/** How often a person gets digests. */
export type DigestFrequency = 'weekly' | 'daily';

/** A topic in a digest: its newest message, and how active it was. */
export type ReportedTopic = { newestMessageId: MessageId; messageCount: number; senderCount: number };

/** A complete mail, ready to be sent. */
export type OutgoingMail = Mail & {
  to: string;
  messageId: string;
  createdAtMs: number;
  /** Sender of the envelope, to which mail servers send delivery reports. When absent, it is the sender of the mail. */
  envelopeFrom?: string | undefined;
};
