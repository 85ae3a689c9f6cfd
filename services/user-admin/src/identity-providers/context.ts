import type { Sealer } from '@parley/core';
import type { Ctx as AccountsCtx } from '../accounts/context.ts';
import type { Provider } from './provider.ts';

/** Dependencies of the handlers of the module `identity-providers`. */
export type Ctx = AccountsCtx & {
  /** Identity providers by name of the method, such as `oidc:company`. */
  providers: ReadonlyMap<string, Provider>;
  idTokenSealer: Sealer;
};
