import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';
import { selfSigned } from '../self-signed.ts';

/** Contents of an assertion. Tests change them to simulate attacks. */
export type Assertion = {
  issuer: string;
  nameId: string;
  nameIdFormat: string;
  recipient: string;
  audience: string;
  inResponseTo: string;
  notBefore: Date;
  notOnOrAfter: Date;
  attributes: Record<string, string | string[]>;
};

export type Request = { id: string; acs: string; issuer: string; relayState: string };

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A fake SAML 2.0 identity provider without a server. It decodes requests from redirect addresses, and creates answers. */
export class SamlStandIn {
  readonly entityId = 'https://corp.example/saml';
  readonly signInUrl = 'https://corp.example/saml/sign-in';
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #certificate = selfSigned(this.#keys, 'corp.example');

  /** Returns the provider's metadata file. */
  metadata(): string {
    const der = this.#certificate.toString('base64');
    return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.signInUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
  }

  /** Decodes the request in the address to which a browser was redirected. */
  read(address: string): Request {
    const { searchParams } = new URL(address);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)![1]!;
    return {
      id: attribute('ID'),
      acs: attribute('AssertionConsumerServiceURL'),
      issuer: /<(?:\w+:)?Issuer[^>]*>([^<]*)</.exec(xml)![1]!,
      relayState: searchParams.get('RelayState')!,
    };
  }

  /** Returns the contents of a valid assertion that answers a request. */
  assertionFor(request: Request, person: { nameId: string; attributes: Assertion['attributes'] }): Assertion {
    return {
      issuer: this.entityId,
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      recipient: request.acs,
      audience: request.issuer,
      inResponseTo: request.id,
      notBefore: new Date(Date.now() - 5_000),
      notOnOrAfter: new Date(Date.now() + 60_000),
      ...person,
    };
  }

  /** Returns an unsigned assertion as XML. */
  assertionXml(said: Assertion): string {
    const attributes = Object.entries(said.attributes).map(([name, value]) => {
      const values = [value]
        .flat()
        .map((each) => `<saml:AttributeValue>${xmlText(each)}</saml:AttributeValue>`);
      return `<saml:Attribute Name="${xmlText(name)}">${values.join('')}</saml:Attribute>`;
    });
    const now = new Date().toISOString();
    const until = said.notOnOrAfter.toISOString();
    return [
      `<saml:Assertion xmlns:saml="${assertionNamespace}" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${now}">`,
      `<saml:Issuer>${xmlText(said.issuer)}</saml:Issuer>`,
      `<saml:Subject><saml:NameID Format="${said.nameIdFormat}">${xmlText(said.nameId)}</saml:NameID>`,
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
      `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${xmlText(said.recipient)}" InResponseTo="${said.inResponseTo}"/>`,
      '</saml:SubjectConfirmation></saml:Subject>',
      `<saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${until}">`,
      `<saml:AudienceRestriction><saml:Audience>${xmlText(said.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
      '</saml:Assertion>',
    ].join('');
  }

  /** Signs an element with this name, by default with the provider's key. */
  sign(xml: string, element: 'Assertion' | 'Response', key = this.#keys.privateKey): string {
    const signature = new SignedXml({
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    signature.addReference({
      xpath: `//*[local-name(.)='${element}']`,
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    signature.computeSignature(xml, {
      location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signature.getSignedXml();
  }

  /** Wraps assertions in a response. */
  response(assertions: string, said: { inResponseTo: string; recipient: string }): string {
    return `<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertionNamespace}" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${xmlText(said.recipient)}" InResponseTo="${said.inResponseTo}"><saml:Issuer>${this.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertions}</samlp:Response>`;
  }

  /** Encrypts an assertion for a recipient. Certificate and public key are in PEM format. */
  async encrypted(assertion: string, { certificate, publicKey }: { certificate: string; publicKey: string }) {
    const encrypted = await promisify(encrypt)(assertion, {
      rsa_pub: publicKey,
      pem: certificate,
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    });
    return `<saml:EncryptedAssertion xmlns:saml="${assertionNamespace}">${encrypted}</saml:EncryptedAssertion>`;
  }
}
