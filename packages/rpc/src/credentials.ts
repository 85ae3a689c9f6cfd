import { type ChannelCredentials, type ChannelOptions, credentials, ServerCredentials } from '@grpc/grpc-js';
import type { Tls } from '@parley/core';

/** What a caller proves who it is with. */
export const channelCredentials = (tls: Tls | undefined): ChannelCredentials =>
  tls ? credentials.createSsl(tls.ca, tls.key, tls.cert) : credentials.createInsecure();

/** Replicas are reached at addresses that no certificate holds; all of them have one name. */
export const nameOptions = (tls: Tls | undefined): ChannelOptions =>
  tls ? { 'grpc.ssl_target_name_override': tls.name } : {};

/** What a server proves who it is with; callers must prove it too. */
export const serverCredentials = (tls: Tls | undefined): ServerCredentials =>
  tls
    ? ServerCredentials.createSsl(tls.ca, [{ private_key: tls.key, cert_chain: tls.cert }], true)
    : ServerCredentials.createInsecure();
