import {
  type ChannelCredentials,
  type ChannelOptions,
  credentials,
  experimental,
  ServerCredentials,
} from '@grpc/grpc-js';
import type { Tls } from '@parley/core';

/** Returns the credentials with which a caller authenticates. Later connections use replaced certificates. */
export const channelCredentials = (tls: Tls | undefined): ChannelCredentials =>
  tls
    ? experimental.createCertificateProviderChannelCredentials(providerOf(tls), providerOf(tls))
    : credentials.createInsecure();

/** Certificates contain no addresses of replicas. They all contain the same name, which is checked instead. */
export const nameOptions = (tls: Tls | undefined): ChannelOptions =>
  tls ? { 'grpc.ssl_target_name_override': tls.name } : {};

/** Returns the credentials of a server. It requires certificates from callers. */
export const serverCredentials = (tls: Tls | undefined): ServerCredentials =>
  tls
    ? experimental.createCertificateProviderServerCredentials(providerOf(tls), providerOf(tls), true)
    : ServerCredentials.createInsecure();

type Provider = experimental.CertificateProvider;

/** gRPC shares connections between clients with the same provider. */
const providers = new WeakMap<Tls, Provider>();

function providerOf(tls: Tls): Provider {
  let provider = providers.get(tls);
  if (!provider) {
    provider = createProvider(tls);
    providers.set(tls, provider);
  }
  return provider;
}

/** Tells gRPC the certificates, now and after each change. */
function createProvider(tls: Tls): Provider {
  const stops = new Map<unknown, () => void>();
  const listen = (listener: unknown, notify: () => void) => {
    stops.set(listener, tls.onChange?.(notify) ?? (() => undefined));
    // A server adds its own listener to the credentials only after this call.
    process.nextTick(() => {
      if (stops.has(listener)) notify();
    });
  };
  const remove = (listener: unknown) => {
    stops.get(listener)?.();
    stops.delete(listener);
  };
  return {
    addCaCertificateListener: (listener) => listen(listener, () => listener({ caCertificate: tls.ca })),
    removeCaCertificateListener: remove,
    addIdentityCertificateListener: (listener) =>
      listen(listener, () => listener({ certificate: tls.cert, privateKey: tls.key })),
    removeIdentityCertificateListener: remove,
  };
}
