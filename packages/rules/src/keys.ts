/** Returns the form in which email addresses are compared. `user-admin` stores the same form. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/**
 * Returns the form in which channel names are compared. It ignores case (folded through capitals, so that ß equals SS
 * and ς equals σ) and Unicode form. The unique key in the database of `channel` has the same form.
 */
export const channelNameKey = (name: string): string =>
  name.trim().normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
