import { readFileSync } from 'node:fs';
import type { Phone } from '../db/phones.ts';
import type { ServiceName } from '../domain/phone.ts';
import { Apns } from './apns.ts';
import { credentialsSchema, Fcm } from './fcm.ts';
import { Forwarder, type ForwarderOptions } from './forwarder.ts';

export type PhoneConfig = {
  fcm: { url: string; credentialsFile: string };
  apns: { url: string; keyFile: string; keyId: string; teamId: string; topic: string };
  forwarder: { url: string; id: string; key: string };
};

/** Clients of the push services that are configured; undefined for the others. */
export type PhoneTransport = {
  fcm: Fcm | undefined;
  apns: Apns | undefined;
  forwarder: Forwarder | undefined;
  close(): void;
};

/** A directly configured service takes precedence over the forwarding service. */
export type Route = 'fcm' | 'apns' | 'forwarder';

type Options = Pick<
  ForwarderOptions,
  'identity' | 'publicUrl' | 'timeoutMs' | 'now' | 'organizationName' | 'onPermission'
> & {
  config: PhoneConfig;
};

/** Creates the clients of the configured push services. @throws Error when a key file cannot be read or is invalid */
export function createPhoneTransport({ config, ...common }: Options): PhoneTransport {
  const { timeoutMs, now } = common;
  const { fcm, apns, forwarder } = config;
  const created =
    apns.keyFile === '' ? undefined : new Apns({ ...apns, key: readKey(apns.keyFile), timeoutMs, now });
  return {
    fcm:
      fcm.credentialsFile === ''
        ? undefined
        : new Fcm({ url: fcm.url, credentials: readCredentials(fcm.credentialsFile), timeoutMs, now }),
    apns: created,
    forwarder:
      forwarder.url === '' ? undefined : new Forwarder({ ...forwarder, ...common, timeoutMs: 3 * timeoutMs }),
    close: () => created?.close(),
  };
}

const readKey = (file: string): string => readFileSync(file, 'utf8');
const readCredentials = (file: string) => credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Returns the push service through which a phone is reached; undefined when none can reach it. */
export function routeOf(
  { fcm, apns, forwarder }: PhoneTransport,
  { kind, service, appId }: Pick<Phone, 'kind' | 'appId'> & { service: ServiceName },
): Route | undefined {
  const forwarded = forwarder && 'forwarder';
  if (kind !== 'token') return forwarded;
  if (service === 'fcm') return fcm ? 'fcm' : forwarded;
  // Only the forwarding service can reach an app of another vendor. Without it, every app counts as the organization's own.
  if (apns && (appId === apns.topic || !forwarder)) return 'apns';
  return forwarded;
}
