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

/** A complete mail, ready to be sent. */
export type OutgoingMail = Mail & {
  to: string;
  messageId: string;
  createdAtMs: number;
  /** Sender of the envelope, to which mail servers send delivery reports. When absent, it is the sender of the mail. */
  envelopeFrom?: string | undefined;
};
