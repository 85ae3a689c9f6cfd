import { timingSafeEqual } from 'node:crypto';
import { type ProxyConfig, within } from '@parley/core';
import type { VerifiedSignIn } from '../access/domain/external-identity.ts';
import { hashToken } from '../access/domain/secrets.ts';
import type { Provider, ProviderAnswer } from './provider.ts';
import { refused } from './provider-request.ts';

/**
 * Creates the provider for sign-ins by a reverse proxy, which has authenticated the person and sends their name in a header
 * field. The header is trusted only if the connection to Parley comes directly from a configured proxy. What that proxy says in
 * `X-Forwarded-For` does not matter.
 */
export function createProxyProvider(config: ProxyConfig, publicUrl: string): Provider {
  const method = `proxy:${config.id}`;
  const isProxy = within(config.proxies);

  function verify({ peerAddress, headers }: ProviderAnswer): VerifiedSignIn {
    if (!isProxy(peerAddress)) throw refused(new Error(`${peerAddress} is no named proxy.`));
    const { secret } = config;
    if (secret !== undefined && !isEqual(headerOf(headers, config.secretHeader), secret)) {
      throw refused(new Error('The secret of the proxy is wrong.'));
    }
    const subject = headerOf(headers, config.userHeader);
    if (subject === '') throw refused(new Error('The proxy names no person.'));
    const { emailHeader, nameHeader, groups } = config;
    const email = emailHeader === undefined ? subject : headerOf(headers, emailHeader);
    const names = groups && headerOf(headers, groups.claim).split(/[,;]/);
    return {
      identity: {
        method,
        subject,
        email:
          email.includes('@') || config.emailDomain === undefined ? email : `${email}@${config.emailDomain}`,
        // The address counts as verified, because the company operates the proxy.
        isEmailVerified: true,
        fullName: nameHeader === undefined ? '' : headerOf(headers, nameHeader),
        groups: names?.map((name) => name.trim()).filter((name) => name !== ''),
        profile: {},
      },
    };
  }

  return {
    method,
    name: config.name,
    options: { ...config, profile: {} },
    // No redirect to another server is needed. The browser is redirected to this server, and the proxy authenticates that
    // request.
    async begin(state) {
      const location = new URL(`${publicUrl}/complete/proxy/${config.id}`);
      location.searchParams.set('state', state);
      return { location: location.href, memory: {} };
    },
    complete: async (answer) => verify(answer),
    ...(config.logoutUrl !== undefined && { logoutLocation: async () => config.logoutUrl }),
  };
}

/** Returns the value of a header field. Node.js decodes header fields as Latin-1, and proxies send UTF-8. */
const headerOf = (headers: Readonly<Record<string, string>>, name: string): string =>
  Buffer.from(headers[name.toLowerCase()] ?? '', 'latin1')
    .toString('utf8')
    .trim();

const isEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(hashToken(given), hashToken(expected));
