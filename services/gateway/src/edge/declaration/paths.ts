import { errors, errorText, firstItem } from '@parley/core';
import type { RawParameters } from './raw-parameters.ts';
import type { AnyRoute, Method } from './route.ts';

/** Methods that the API uses. */
export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof allMethods)[number];

/** `{name}` becomes `:name`, or `*` when the last parameter takes the rest of the path. */
export const routerPath = (path: string, takesRest = false): string =>
  (takesRest ? path.replace(/\{\w+\}$/, '*') : path).replaceAll(/\{(\w+)\}/g, ':$1');

/** In characters. The router accepts longer ones, so that wrong credentials are refused first. */
const maxValueLength = 1_000;

/** Under the names that the route declares. @throws BAD_REQUEST for a value that is too long */
export function pathParameters({ path, takesRest }: AnyRoute, found: RawParameters): RawParameters {
  for (const [name, value] of Object.entries(found)) {
    if (name === '*' || value.length <= maxValueLength) continue;
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: name,
        limit: maxValueLength,
      }),
    );
  }
  const last = takesRest ? /\{(\w+)\}$/.exec(path)?.[1] : undefined;
  if (last === undefined) return found;
  const { '*': rest = '', ...others } = found;
  return { ...others, [last]: rest };
}

const uploadPath = /^\/+(?:api\/+v1\/+)?user_uploads\//;

/** Returns the URL of a request. In paths of uploaded files, encoded slashes (`%2F`) become plain slashes. */
export function withPlainSlashes(url: string): string {
  if (!uploadPath.test(url)) return url;
  const [path = '', ...query] = url.split('?');
  return [path.replaceAll(/%2f/gi, '/'), ...query].join('?');
}

/** Returns the methods that a route answers. A GET route also answers HEAD, except for long-polls. */
export function methodsOf(route: { method: Method; isLongPoll?: boolean }): HttpMethod[] {
  return route.method === 'GET' && !route.isLongPoll ? ['GET', 'HEAD'] : [route.method];
}

export type PathMethods = {
  path: string;
  takesRest: boolean;
  /** Whether scripts of other origins may read the answers of one of its methods. */
  isShared: boolean;
  allowed: HttpMethod[];
  refused: HttpMethod[];
};

type Address = Pick<AnyRoute, 'path' | 'method' | 'isLongPoll' | 'takesRest'> & { isShared: boolean };

/** Returns for every path the methods that it answers, and the methods that it refuses with 405. */
export function methodsByPath(routes: readonly Address[]): PathMethods[] {
  // Paths that differ only in the names of their parameters are the same path.
  const grouped = Map.groupBy(routes, (each) => each.path.replaceAll(/\{\w+\}/g, '{}'));
  return [...grouped.values()].map((group) => {
    const allowed = [...new Set(group.flatMap(methodsOf))];
    return {
      path: firstItem(group).path,
      takesRest: group.some(({ takesRest }) => takesRest === true),
      isShared: group.some(({ isShared }) => isShared),
      allowed,
      refused: allMethods.filter((method) => !allowed.includes(method)),
    };
  });
}

/** @throws Error for a contradiction, which is a programming error */
export function checkRoutes(routes: readonly AnyRoute[]): void {
  const operations = new Set<string>();
  for (const route of routes) {
    if (operations.has(route.operation)) throw new Error(`Two routes are named ${route.operation}.`);
    operations.add(route.operation);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (inPath.toSorted().join() !== [...route.params.pathNames].toSorted().join()) {
      throw new Error(`${route.operation}: path and parameters name different things.`);
    }
  }
}
