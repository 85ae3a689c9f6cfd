import { createSign, type KeyPairKeyObjectResult } from 'node:crypto';

/** Encodes an ASN.1 value in DER format. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));

// Object identifiers of sha256WithRSAEncryption, and of a subject's common name.
const algorithm = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const commonName = der(0x06, Buffer.from('550403', 'hex'));

/** Returns a self-signed certificate in DER format. It is valid from 2020 to 2049. */
export function selfSigned({ publicKey, privateKey }: KeyPairKeyObjectResult, name: string): Buffer {
  const subject = sequence(der(0x31, sequence(commonName, text(0x0c, name))));
  const content = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  return sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
}

/** Converts a certificate to PEM format. */
export const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`;
