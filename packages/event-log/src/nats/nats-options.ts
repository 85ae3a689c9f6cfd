import { readFileSync } from 'node:fs';
import {
  type Authenticator,
  type ConnectionOptions,
  credsAuthenticator,
  nkeyAuthenticator,
  type TlsOptions,
} from '@nats-io/transport-node';
import { firstItem, type NatsSecurity, processNatsSecurity } from '@parley/core';

/**
 * Returns the connection options for URLs that are separated by commas. User and password, or token, are those of the first
 * URL. When a URL begins with `tls://` or certificates are set, the connection requires TLS, so that no credentials are sent
 * without it.
 */
export function natsOptions(url: string, security: NatsSecurity = processNatsSecurity()): ConnectionOptions {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const { username, password } = firstItem(servers);
  const { caFile, certFile, keyFile } = security;
  const isEncrypted = caFile !== undefined || certFile !== undefined || servers.some(isTls);
  const authenticator = authenticatorOf(security);
  return {
    servers: servers.map(({ host }) => host),
    ...(password !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(password === '' && username !== '' && { token: decodeURIComponent(username) }),
    ...(authenticator && { authenticator }),
    ...(isEncrypted && { tls: definedOf({ caFile, certFile, keyFile }) }),
  };
}

const isTls = ({ protocol }: URL): boolean => protocol === 'tls:';

/** Reads the credentials or key file at each connect, so that a renewed file is used without a restart. */
function authenticatorOf({ credsFile, nkeyFile }: NatsSecurity): Authenticator | undefined {
  if (credsFile !== undefined) return (nonce) => credsAuthenticator(readFileSync(credsFile))(nonce);
  if (nkeyFile !== undefined) return (nonce) => nkeyAuthenticator(seedIn(nkeyFile))(nonce);
  return undefined;
}

const seedIn = (path: string): Uint8Array => Buffer.from(readFileSync(path, 'utf8').trim());

const definedOf = (files: Record<string, string | undefined>): TlsOptions =>
  Object.fromEntries(Object.entries(files).filter(([, path]) => path !== undefined));
