import { errors, ParleyError, visitor } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';
import { Counter, type Registry } from 'prom-client';
import { readCredentials } from './basic.ts';
import { type Caller, type CallerCache, callerLanguage } from './caller-cache.ts';

export type { Caller } from './caller-cache.ts';

export type Authenticator = {
  /**
   * Returns the caller that an `Authorization` header identifies. With `asksOwner`, does not use the cache.
   * @throws UNAUTHORIZED without valid credentials; USER_DEACTIVATED for a deactivated account; REALM_DEACTIVATED while the
   * organization is deactivated; RATE_LIMIT_HIT when user-admin limits the lookups
   */
  authenticate(header: string | undefined, call: Call, options?: { asksOwner: boolean }): Promise<Caller>;
  /** @throws REALM_DEACTIVATED while the organization is deactivated */
  admitVisitor(call: Call): Promise<void>;
};

export type AuthenticatorOptions = {
  userAdmin: Pick<RpcClient<typeof UserAdminServiceService>, 'verifyApiKey' | 'getOrganization'>;
  cache: CallerCache;
  /** At most 1 s behind the log. Only then may cached answers be used. */
  isFresh: () => boolean;
  registry: Registry;
};

/** Creates the authenticator. It verifies API keys by asking user-admin, and caches valid ones. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { userAdmin, cache, isFresh, registry } = options;
  const lookups = new Counter({
    name: 'parley_gateway_authentications_total',
    help: 'Requests with credentials, by whether the answer came from the cache or from the owner.',
    labelNames: ['source'],
    registers: [registry],
  });

  return {
    async authenticate(header, call, { asksOwner } = { asksOwner: false }) {
      const { email, keySha256 } = readCredentials(header);
      const key = `${keySha256.toString('latin1')}${email.toLowerCase()}`;
      const cached = !asksOwner && isFresh() ? cache.get(key) : undefined;
      if (cached && cached !== visitor && (cached.expiresAtMs ?? Number.POSITIVE_INFINITY) > Date.now()) {
        lookups.inc({ source: 'cache' });
        return cached;
      }
      lookups.inc({ source: 'owner' });
      return cache.fill(key, async () => {
        const request = { email, keySha256, knowsScopes: true, isOfWebhook: false };
        const { user, language, scope, expiresAt } = await userAdmin
          .verifyApiKey(request, call)
          .catch(refuse);
        if (!user) throw invalidKey();
        if (!user.isActive) throw errors.userDeactivated();
        return {
          userId: user.userId,
          keySha256: keySha256.toString('base64'),
          isIncomingWebhook: user.botType === incomingWebhook,
          ...(scope && { scope }),
          ...(expiresAt > 0 && { expiresAtMs: expiresAt * 1000 }),
          ...callerLanguage(language),
        };
      });
    },

    async admitVisitor(call) {
      if (isFresh() && cache.get(visitorKey)) return;
      await cache.fill(visitorKey, async () => {
        const { isDeactivated } = await userAdmin.getOrganization({}, call);
        if (isDeactivated) throw errors.organizationDeactivated();
        return visitor;
      });
    },
  };
}

/** Requests without credentials are admitted. Differs from the key of any credentials, which is longer. */
const visitorKey = '';

/** The value of `bot_type` for incoming webhooks. */
const incomingWebhook = 2;

const invalidKey = () => errors.unauthorized('Invalid API key');

/** The same error whatever the reason, so that clients cannot find it out. Rethrows failures, rate limits and deactivations. */
function refuse(error: unknown): never {
  const isRefusal = error instanceof ParleyError && error.status < 500;
  if (!isRefusal || error.code === 'USER_DEACTIVATED' || error.code === 'REALM_DEACTIVATED') throw error;
  if (error.code === 'RATE_LIMIT_HIT') throw error;
  throw invalidKey();
}
