import { createContext, useContext } from 'solid-js';
import type { Router } from './router.ts';

const context = createContext<Router>();

/** Gives its children the router of their client. */
export const RouterProvider = context.Provider;

/** Returns the router of the client, also before the sign-in. */
export function useRouter(): Router {
  const router = useContext(context);
  if (!router) throw new Error('Only a client has addresses.');
  return router;
}
