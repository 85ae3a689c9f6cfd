/** What two spellings of one address have in common. The owner stores and compares the same form. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/**
 * What two spellings of one channel name have in common: case (through capitals, so that ß and SS, ς and σ agree)
 * and Unicode form do not count. The owner's unique key is this very form.
 */
export const channelNameKey = (name: string): string =>
  name.trim().normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
