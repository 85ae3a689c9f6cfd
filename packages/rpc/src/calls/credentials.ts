import {
  type ChannelCredentials,
  type ChannelOptions,
  credentials,
  experimental,
  ServerCredentials,
} from '@grpc/grpc-js';
import type { Tls } from '@parley/core';

/** Returns the credentials of a client. Certificates that are replaced later apply to new connections. */
export const channelCredentials = (tls: Tls | undefined): ChannelCredentials =>
  tls
    ? experimental.createCertificateProviderChannelCredentials(providerOf(tls), providerOf(tls))
    : credentials.createInsecure();

/** Verifies a name that certificates of all services contain, instead of addresses of replicas. */
export const nameOptions = (tls: Tls | undefined): ChannelOptions =>
  tls ? { 'grpc.ssl_target_name_override': tls.name } : {};

/** Returns the credentials of a server. With TLS, it requires certificates of its callers. */
export const serverCredentials = (tls: Tls | undefined): ServerCredentials =>
  tls
    ? experimental.createCertificateProviderServerCredentials(providerOf(tls), providerOf(tls), true)
    : ServerCredentials.createInsecure();

type Provider = experimental.CertificateProvider;

/** The provider of each TLS configuration. gRPC shares connections among clients with the same provider. */
const providers = new WeakMap<Tls, Provider>();

function providerOf(tls: Tls): Provider {
  let provider = providers.get(tls);
  if (!provider) {
    provider = createProvider(tls);
    providers.set(tls, provider);
  }
  return provider;
}

/** Creates a provider, which passes the certificates to gRPC now and after each change. */
function createProvider(tls: Tls): Provider {
  const stops = new Map<unknown, () => void>();
  const listen = (listener: unknown, notify: () => void) => {
    stops.set(listener, tls.onChange?.(notify) ?? (() => undefined));
    // A server is ready for the certificates only after this function returns.
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
