/** A mail without its recipient and identity. */
export type Mail = {
  /** Display name of the sender. The address is that of the server. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Address for replies; absent when there is none. */
  replyTo?: string;
  /** Further headers, by name. */
  headers: Readonly<Record<string, string>>;
  /** Message-IDs of the thread that the mail belongs to, oldest first. */
  references: readonly string[];
};

/** A mail as it is sent. */
export type OutgoingMail = Mail & {
  to: string;
  messageId: string;
  createdAtMs: number;
  /** Sender of the envelope, to which mail servers report; absent for the sender of the mail. */
  envelopeFrom?: string | undefined;
};
