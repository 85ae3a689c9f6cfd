/** Returns the form in which email addresses are compared. The owner stores the same form. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/**
 * Returns the form in which channel names are compared: case (folded through capitals, so that ß equals SS and ς equals σ)
 * and Unicode form are ignored. The owner's unique key has this form.
 */
export const channelNameKey = (name: string): string =>
  name.trim().normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
