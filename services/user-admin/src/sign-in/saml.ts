import { randomBytes } from 'node:crypto';
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { ConfigError, errorMessage, required, type SamlConfig } from '@parley/core';
import type { VerifiedSignIn } from '../access/domain/external-identity.ts';
import { groupNames, profileValues } from '../access/domain/external-identity.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import type { Provider } from './provider.ts';
import { refused } from './provider-request.ts';
import { readSamlMetadata, type SamlMetadata } from './saml-metadata.ts';

/** Maximum length of an answer, in characters. */
const maxAnswerLength = 512 * 1024;
/** Maximum age of an assertion when it arrives, in milliseconds. */
const maxAssertionAgeMs = 10 * 60_000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const addressFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Creates a SAML 2.0 provider. Requests are sent by redirect, and answers by POST. An answer is accepted only for a request of
 * this server, and only once.
 * @param at position of the provider in the configuration file, for error messages
 * @throws ConfigError when the provider's metadata are invalid
 */
export function createSamlProvider(config: SamlConfig, publicUrl: string, at: string): Provider {
  const method = `saml:${config.id}`;
  const callbackUrl = `${publicUrl}/complete/saml/${config.id}`;
  const entityId = `${publicUrl}/accounts/metadata/saml/${config.id}`;
  const provider = metadataOf(config, at);

  /** Creates an object of the library `node-saml` for one attempt, because the object contains the request ID. */
  const library = (requestId: string): SAML =>
    new SAML({
      entryPoint: provider.signInUrl,
      issuer: entityId,
      audience: entityId,
      callbackUrl,
      idpCert: provider.certificates,
      ...(config.decryptionKey !== undefined && { decryptionPvk: config.decryptionKey }),
      // Disables two checks because providers sign either the assertion or the whole answer. The library still requires one
      // signature that covers the assertion.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: config.clockSkewSeconds * 1_000,
      maxAssertionAgeMs,
      // The library would remember request IDs in memory, which replicas do not share. `requireConfirmation` compares the ID
      // instead.
      validateInResponseTo: ValidateInResponseTo.never,
      generateUniqueId: () => requestId,
    });

  async function receive(posted: string, requestId: string): Promise<VerifiedSignIn> {
    requireHarmless(posted);
    const { profile } = await library(requestId).validatePostResponseAsync({ SAMLResponse: posted });
    if (!profile) throw new Error('The answer has no assertion.');
    if (profile.issuer !== provider.entityId) throw new Error('The assertion is of another provider.');
    requireConfirmation(profile, callbackUrl, requestId);
    const attributes = (profile.attributes ?? {}) as Readonly<Record<string, unknown>>;
    const textOf = (name: string) => groupNames(attributes[name])?.[0] ?? '';
    const isAddress = profile.nameIDFormat === addressFormat;
    const email = textOf(config.attributes.email) || (isAddress ? profile.nameID : '');
    const subject = profile.nameIDFormat === transient ? email : profile.nameID;
    if (!subject) throw new Error('The assertion names nobody.');
    return {
      identity: {
        method,
        subject,
        email,
        isEmailVerified: config.trustEmail,
        fullName: textOf(config.attributes.name),
        groups: config.groups && (groupNames(attributes[config.groups.claim]) ?? []),
        profile: profileValues(attributes, config.profile),
        picture: pictureAddress(textOf(config.attributes.picture)),
      },
      providerSession: profile.sessionIndex,
    };
  }

  return {
    method,
    name: config.name,
    options: config,
    async begin(state) {
      const requestId = `_${randomBytes(20).toString('hex')}`;
      const location = await library(requestId).getAuthorizeUrlAsync(state, undefined, {});
      return { location, memory: { requestId } };
    },
    // SAML answers arrive only by POST, never in a query.
    complete: () => Promise.reject(refused()),
    receive: (posted, memory) =>
      receive(posted, required(memory.requestId, 'ID of the request')).catch((error: unknown) => {
        throw refused(error);
      }),
    metadata: () =>
      library('_metadata').generateServiceProviderMetadata(config.decryptionCertificate ?? null, null),
  };
}

function metadataOf(config: SamlConfig, at: string): SamlMetadata {
  try {
    return readSamlMetadata(config.metadataFile);
  } catch (error) {
    throw new ConfigError([`PARLEY_SIGN_IN_FILE ${at}.metadataFile: ${errorMessage(error)}.`]);
  }
}

/** Refuses an answer that may be expensive to parse, or that names a weak signature algorithm. @throws Error */
function requireHarmless(posted: string): void {
  if (posted.length > maxAnswerLength) throw new Error('The answer is too long.');
  const xml = Buffer.from(posted, 'base64').toString();
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error('The answer has a document type.');
  if (/xmldsig#(rsa|hmac|dsa)-(sha1|md5)\b/.test(xml)) throw new Error('The answer is signed with SHA-1.');
}

type Confirmation = {
  $?: { Method?: string };
  SubjectConfirmationData?: { $?: { Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string } }[];
};

/**
 * Checks that the assertion is an answer to this request, and is for this URL. The envelope of the answer contains both values,
 * too, but it may be unsigned.
 * @throws Error otherwise
 */
function requireConfirmation(profile: Profile, recipient: string, requestId: string): void {
  const { Assertion } = required(profile.getAssertion?.(), 'assertion') as {
    Assertion: { Subject?: { SubjectConfirmation?: Confirmation[] }[] };
  };
  const confirmations = Assertion.Subject?.[0]?.SubjectConfirmation ?? [];
  const isConfirmed = confirmations.some(({ $, SubjectConfirmationData }) => {
    const data = SubjectConfirmationData?.[0]?.$;
    return (
      $?.Method === bearer &&
      data?.Recipient === recipient &&
      data.InResponseTo === requestId &&
      data.NotOnOrAfter !== undefined
    );
  });
  if (!isConfirmed) throw new Error('The assertion is not for this sign-in.');
}
