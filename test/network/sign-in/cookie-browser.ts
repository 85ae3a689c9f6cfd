/** A simulated browser without scripts. It keeps cookies by host and port, and follows redirects one at a time. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  #jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(url).get(name);
  }

  /**
   * Sends one request: a post if `form` is given. A post with `isCrossSite` carries no cookies, as the cookie attribute
   * `SameSite=Lax` requires.
   */
  async request(
    url: string,
    { form, isCrossSite = false }: { form?: Record<string, string>; isCrossSite?: boolean } = {},
  ): Promise<{ status: number; location: string | undefined; text: string; headers: Headers }> {
    const jar = this.#jar(url);
    const sendsCookies = !(isCrossSite && form);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: new URLSearchParams(form) }),
      redirect: 'manual',
      headers: {
        ...(sendsCookies && cookie !== '' && { cookie }),
        ...(form && isCrossSite && { 'sec-fetch-site': 'cross-site', origin: 'https://id.example' }),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.some((each) => each.trim() === 'Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      location: location === null ? undefined : new URL(location, url).href,
      text: await response.text(),
      headers: response.headers,
    };
  }

  /**
   * Opens an address. Follows redirects until an answer is no redirect, or until `until` accepts the next address, which is then
   * not requested and gets the status 0.
   */
  async open(url: string, until: (url: string) => boolean = () => false) {
    let at = url;
    for (let hops = 0; hops < 10; hops++) {
      if (until(at) || !at.startsWith('http')) return { url: at, status: 0, text: '' };
      const { location, ...answer } = await this.request(at);
      if (location === undefined) return { url: at, status: answer.status, text: answer.text };
      at = location;
    }
    throw new Error('Too many redirects.');
  }
}
