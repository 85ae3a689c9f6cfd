/** Limits of a mail's content. Content beyond a limit of size is left out. A mail beyond another limit is refused. */
export const parseLimits = {
  /** Characters of the plain text and of the HTML that are read. A message is shorter. */
  textLength: 256 * 1024,
  subjectLength: 1_000,
  attachments: 20,
  nameLength: 200,
  /**
   * Maximum length of the name of a file. The beginning of a longer name is removed, because the extension at its end
   * names the type.
   */
  fileNameLength: 80,
  /** Maximum number of header fields that are read. */
  headers: 1_000,
  headerLength: 4_000,
  /** Nested parts of a mail, and bytes of all headers of its parts. */
  depth: 32,
  headerBytes: 512 * 1024,
  /** Matches the lines at which a part of a mail begins. */
  parts: 20_000,
} as const;
