/** A mail without its recipient and identity. */
export type Mail = {
  /** Display name of the sender; the address is the server's. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, by name. */
  headers: Readonly<Record<string, string>>;
  /** Message-IDs of the thread that the mail belongs to, oldest first. */
  references: readonly string[];
};

/** A mail as it is sent. */
export type OutgoingMail = Mail & { to: string; messageId: string; createdAtMs: number };
