import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { Subscription } from '../domain/web-push.ts';

/** Maximum size of a push message before its encryption, in bytes. Push services accept encrypted bodies of 4,096 bytes. */
export const maxPlainBytes = 3_900;

const recordSize = 4_096;
/** Delimiter that marks the last record (RFC 8188, section 2). */
const lastRecord = Buffer.from([2]);

/** RFC 8291. @returns the request body (`aes128gcm`) @throws Error for invalid keys */
export function encryptPush(text: string, { p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH('prime256v1');
  const sender = ecdh.generateKeys();
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = Buffer.from(
    hkdfSync('sha256', ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32),
  );
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header[4] = sender.length;
  const plain = Buffer.concat([Buffer.from(text), lastRecord]);
  return Buffer.concat([salt, header, sender, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
