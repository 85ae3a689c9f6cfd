import { ApiError } from '@parley/client';

/** A sign-in that still requires a second factor. If `factors` is empty, the person must enrol one first. */
export type PendingSignIn = { readonly token: string; readonly factors: readonly string[] };

/** Returns the pending sign-in when an error says that a second factor is missing; undefined for any other error. */
export function pendingOf(error: unknown): PendingSignIn | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { token, factors } = error.fields;
  if (typeof token !== 'string') return undefined;
  return { token, factors: Array.isArray(factors) ? factors.map(String) : [] };
}

/** Reads a pending sign-in from a URL fragment, to which the server redirects after a provider; undefined without one. */
export function pendingInFragment(fragment: string): PendingSignIn | undefined {
  const [, token, factors = ''] = /^#second-factor\/([\w-]{43})\/([a-z_,]*)$/.exec(fragment) ?? [];
  return token === undefined
    ? undefined
    : { token, factors: factors.split(',').filter((each) => each !== '') };
}
