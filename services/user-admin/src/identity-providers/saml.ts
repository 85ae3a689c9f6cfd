import { randomBytes } from 'node:crypto';
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { ConfigError, errorMessage, isRecord, required, type SamlConfig } from '@parley/core';
import type { Memory, VerifiedSignIn } from '../access/domain/external-identity.ts';
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
 * A SAML 2.0 provider. Requests are sent by redirect, and answers by POST. An answer is accepted only for a request of this server, and
 * only once.
 */
export class SamlProvider implements Provider {
  readonly method: string;
  readonly name: string;
  readonly options: SamlConfig;
  readonly #callbackUrl: string;
  readonly #entityId: string;
  readonly #provider: SamlMetadata;

  /**
   * @param at position of the provider in the configuration file, for error messages
   * @throws ConfigError when the provider's metadata are invalid
   */
  constructor(config: SamlConfig, publicUrl: string, at: string) {
    this.method = `saml:${config.id}`;
    this.name = config.name;
    this.options = config;
    this.#callbackUrl = `${publicUrl}/complete/saml/${config.id}`;
    this.#entityId = `${publicUrl}/accounts/metadata/saml/${config.id}`;
    this.#provider = metadataOf(config, at);
  }

  async begin(state: string): Promise<{ location: string; memory: { requestId: string } }> {
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const location = await this.#library(requestId).getAuthorizeUrlAsync(state, undefined, {});
    return { location, memory: { requestId } };
  }

  /** SAML answers arrive only by POST, never in a query. */
  complete(): Promise<never> {
    return Promise.reject(refused());
  }

  async receive(posted: string, memory: Memory): Promise<VerifiedSignIn> {
    const requestId = required(memory.requestId, 'ID of the request');
    try {
      requireHarmless(posted);
      const answer = { SAMLResponse: posted };
      const { profile } = await this.#library(requestId).validatePostResponseAsync(answer);
      if (!profile) throw new Error('The answer has no assertion.');
      if (profile.issuer !== this.#provider.entityId)
        throw new Error('The assertion is of another provider.');
      requireConfirmation(profile, this.#callbackUrl, requestId);
      return this.#signInOf(profile);
    } catch (error) {
      throw refused(error);
    }
  }

  metadata(): string {
    const certificate = this.options.decryptionCertificate ?? null;
    return this.#library('_metadata').generateServiceProviderMetadata(certificate, null);
  }

  #signInOf(profile: Profile): VerifiedSignIn {
    const config = this.options;
    const attributes = isRecord(profile.attributes) ? profile.attributes : {};
    const textOf = (name: string) => groupNames(attributes[name])?.[0] ?? '';
    const isAddress = profile.nameIDFormat === addressFormat;
    const email = textOf(config.attributes.email) || (isAddress ? profile.nameID : '');
    const subject = profile.nameIDFormat === transient ? email : profile.nameID;
    if (!subject) throw new Error('The assertion names nobody.');
    return {
      identity: {
        method: this.method,
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

  /** Creates an object of the library `node-saml` for one attempt, because the object contains the request ID. */
  #library(requestId: string): SAML {
    const { decryptionKey, clockSkewSeconds } = this.options;
    return new SAML({
      entryPoint: this.#provider.signInUrl,
      issuer: this.#entityId,
      audience: this.#entityId,
      callbackUrl: this.#callbackUrl,
      idpCert: this.#provider.certificates,
      ...(decryptionKey !== undefined && { decryptionPvk: decryptionKey }),
      // Disables two checks because providers sign either the assertion or the whole answer. The library still requires one
      // signature that covers the assertion.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: clockSkewSeconds * 1_000,
      maxAssertionAgeMs,
      // The library would remember request IDs in memory, which replicas do not share. `requireConfirmation` compares the ID
      // instead.
      validateInResponseTo: ValidateInResponseTo.never,
      generateUniqueId: () => requestId,
    });
  }
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
