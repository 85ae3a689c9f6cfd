import { PhoneService } from '@parley/proto/notify/v1/notify';

export type ServiceName = 'fcm' | 'apns';

/** Returns the name of a push service; undefined when the request names none. */
export function serviceNameOf(service: PhoneService): ServiceName | undefined {
  if (service === PhoneService.FCM) return 'fcm';
  return service === PhoneService.APNS ? 'apns' : undefined;
}

/** Maximum length of a token, in characters. */
const maxTokenLength = 4_096;

export const hasTokenLength = (token: string): boolean => token !== '' && token.length <= maxTokenLength;

export const isApnsToken = (token: string): boolean => /^(?:[\da-f]{2})+$/i.test(token);

export const isAppId = (appId: string): boolean => /^[A-Za-z\d.-]{1,155}$/.test(appId);

/** A libsodium sealed box (public key), or a NaCl secret box (symmetric key). */
export const ciphers = { sealedBox: 0x00, secretBox: 0x31 } as const;

const keyBytes = 32;

/** Decodes base64 with the standard alphabet and padding; undefined for another text. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/**
 * Parses the base64 of a key that encrypts notifications.
 * @param isPublicKey true for a public key, which has no cipher byte yet; false for a cipher byte followed by a symmetric key
 * @returns the cipher byte followed by the key; undefined when the text is invalid
 */
export function parsePushKey(text: string, isPublicKey: boolean): Buffer | undefined {
  const bytes = bytesOf(text);
  if (!bytes) return undefined;
  if (isPublicKey)
    return bytes.length === keyBytes ? Buffer.concat([Buffer.of(ciphers.sealedBox), bytes]) : undefined;
  return bytes.length === 1 + keyBytes && bytes[0] === ciphers.secretBox ? bytes : undefined;
}

/** Returns whether a text has the form of a token ID: eight bytes in base64. Apps derive it from the push token. */
export const isTokenId = (text: string): boolean => bytesOf(text)?.length === 8;

/** Returns whether a number is a valid key ID: an unsigned 32-bit integer. */
export const isKeyId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < 2 ** 32;

/** Maximum number of phones of each kind per person. A new phone beyond it replaces the oldest. */
export const maxPhones = 20;
