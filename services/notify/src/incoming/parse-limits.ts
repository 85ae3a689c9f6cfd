/** Text, names, attachments and header fields are cut. A mail beyond another limit is refused. */
export const parseLimits = {
  /** Maximum number of characters of the plain text, and of the HTML. A message is shorter. */
  textLength: 256 * 1024,
  subjectLength: 1_000,
  attachments: 20,
  nameLength: 200,
  /** Maximum length of a file name. A longer name loses its beginning, because the extension at its end shows the type. */
  fileNameLength: 80,
  headers: 1_000,
  headerLength: 4_000,
  /** Maximum depth of nested parts, and maximum size of the header fields of all parts, in bytes. */
  depth: 32,
  headerBytes: 512 * 1024,
  /** Maximum number of lines that may begin a part of the mail. */
  parts: 20_000,
} as const;
