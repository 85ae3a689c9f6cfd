import { type ChannelCredentials, type ChannelOptions, credentials, ServerCredentials } from '@grpc/grpc-js';
import type { Tls } from '@parley/core';

/** Returns the credentials with which a caller authenticates. */
export const channelCredentials = (tls: Tls | undefined): ChannelCredentials =>
  tls ? credentials.createSsl(tls.ca, tls.key, tls.cert) : credentials.createInsecure();

/** Certificates contain no addresses of replicas. They all contain the same name, which is checked instead. */
export const nameOptions = (tls: Tls | undefined): ChannelOptions =>
  tls ? { 'grpc.ssl_target_name_override': tls.name } : {};

/** Returns the credentials of a server. It requires certificates from callers. */
export const serverCredentials = (tls: Tls | undefined): ServerCredentials =>
  tls
    ? ServerCredentials.createSsl(tls.ca, [{ private_key: tls.key, cert_chain: tls.cert }], true)
    : ServerCredentials.createInsecure();
