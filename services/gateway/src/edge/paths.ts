import type { AnyRoute, Method } from './route.ts';

/** Of the API; others are allowed nowhere. */
export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof allMethods)[number];

/** The router's spelling of a path: `{name}` becomes `:name`. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Methods that a route answers: reading also means HEAD, except where reading takes something away. */
export function methodsOf(route: { method: Method; isLongPoll?: boolean }): HttpMethod[] {
  return route.method === 'GET' && !route.isLongPoll ? ['GET', 'HEAD'] : [route.method];
}

export type PathMethods = { path: string; allowed: HttpMethod[]; refused: HttpMethod[] };

/** For every path the methods it answers and those it must refuse with 405. */
export function methodsByPath(routes: readonly AnyRoute[]): PathMethods[] {
  // Paths that differ only in the names of their parameters are one path.
  const grouped = Map.groupBy(routes, (each) => each.path.replaceAll(/\{\w+\}/g, '{}'));
  return [...grouped.values()].map((group) => {
    const allowed = [...new Set(group.flatMap(methodsOf))];
    return {
      path: group[0]!.path,
      allowed,
      refused: allMethods.filter((method) => !allowed.includes(method)),
    };
  });
}

/** @throws Error when a declaration contradicts itself or another; a fault of the program. */
export function checkRoutes(routes: readonly AnyRoute[]): void {
  const operations = new Set<string>();
  for (const route of routes) {
    if (operations.has(route.operation)) throw new Error(`Two routes are named ${route.operation}.`);
    operations.add(route.operation);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    if (inPath.toSorted().join() !== [...route.params.pathNames].toSorted().join()) {
      throw new Error(`${route.operation}: path and parameters name different things.`);
    }
  }
}
