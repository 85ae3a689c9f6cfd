import { type Network, type Person, testPassword } from '@parley/test-kit';

/** Returns bytes without repeated patterns, so that a misplaced part of a file is detected. */
export const noise = (length: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8) * 7) & 0xff;
  return bytes;
};

/** A PNG picture of 3 × 2 pixels, in Base64. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';

/** Signs a person in. Returns the cookie and the CSRF token of the session. */
export async function cookieSession(
  network: Network,
  person: Person,
): Promise<{ cookie: string; token: string }> {
  const response = await fetch(`${network.gatewayUrl()}/api/v1/sessions`, {
    method: 'POST',
    body: new URLSearchParams({ username: person.email, password: testPassword }),
  });
  const { csrf_token: token } = (await response.json()) as { csrf_token: string };
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { cookie: cookies.join('; '), token };
}
