/** A person's entry in the directory. */
export type DirectoryEntry = { subject: string; email: string; fullName: string };
