/**
 * Returns the normalized form by which channel names are compared. Case and Unicode form do not matter. Case is folded through
 * capital letters, so that ß equals SS and ς equals σ. The database of `channel` stores this form as a unique key.
 */
export const channelNameKey = (name: string): string =>
  name.trim().normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
