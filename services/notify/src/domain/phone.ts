import { PhoneService } from '@parley/proto/notify/v1/notify';

/** Push service of a phone: Firebase Cloud Messaging or Apple's. */
export type ServiceName = 'fcm' | 'apns';

/** Returns the name of a push service; undefined when the request names none. */
export function serviceNameOf(service: PhoneService): ServiceName | undefined {
  if (service === PhoneService.FCM) return 'fcm';
  return service === PhoneService.APNS ? 'apns' : undefined;
}

/** Maximum length of a token, in characters. */
const maxTokenLength = 4_096;

/** Returns whether a token has a possible length. */
export const hasTokenLength = (token: string): boolean => token !== '' && token.length <= maxTokenLength;

/** Returns whether a text has the form of a token of APNs: bytes in hex. */
export const isApnsToken = (token: string): boolean => /^(?:[\da-f]{2})+$/i.test(token);

/** Returns whether a text is the bundle ID of an app. */
export const isAppId = (appId: string): boolean => /^[A-Za-z\d.-]{1,155}$/.test(appId);

/** First byte of a stored key: the cipher that it is for. */
export const ciphers = { sealedBox: 0x00, secretBox: 0x31 } as const;

const keyBytes = 32;

/** Parses base64 of the standard alphabet; undefined for other texts. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/**
 * Parses a key for push messages.
 * @param isPublicKey whether it is a public key, without a byte that names the cipher
 * @returns the byte that names the cipher and the key; undefined for an invalid one
 */
export function parsePushKey(text: string, isPublicKey: boolean): Buffer | undefined {
  const bytes = bytesOf(text);
  if (!bytes) return undefined;
  if (isPublicKey)
    return bytes.length === keyBytes ? Buffer.concat([Buffer.of(ciphers.sealedBox), bytes]) : undefined;
  return bytes.length === 1 + keyBytes && bytes[0] === ciphers.secretBox ? bytes : undefined;
}

/** Returns whether a text is the digest that names a token: eight bytes in base64. */
export const isTokenId = (text: string): boolean => bytesOf(text)?.length === 8;

/** Returns whether a number is an unsigned integer of 32 bits. */
export const isKeyId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < 2 ** 32;

/** Phones of one person of each kind. A further one replaces the oldest. */
export const maxPhones = 20;
