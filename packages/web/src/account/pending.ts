import { ApiError } from '@parley/client';

/** A sign-in that still requires a second factor. If `factors` is empty, the person must enrol one first. */
export type PendingSignIn = { readonly token: string; readonly factors: readonly string[] };

/** Returns the sign-in that a refusal leaves pending; undefined for another failure. */
export function pendingOf(error: unknown): PendingSignIn | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { token, factors } = error.fields;
  if (typeof token !== 'string') return undefined;
  return { token, factors: Array.isArray(factors) ? factors.map(String) : [] };
}

/** Returns the pending sign-in in a fragment, to which the server leads after a sign-in at a provider. */
export function pendingInFragment(fragment: string): PendingSignIn | undefined {
  const [, token, factors = ''] = /^#second-factor\/([\w-]{43})\/([a-z_,]*)$/.exec(fragment) ?? [];
  return token === undefined
    ? undefined
    : { token, factors: factors.split(',').filter((each) => each !== '') };
}
