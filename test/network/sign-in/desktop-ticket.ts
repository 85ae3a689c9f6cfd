import { createDecipheriv } from 'node:crypto';
import { CookieBrowser } from './cookie-browser.ts';

/** Encryption key of a desktop client, which it sends as `desktop_flow_otp`. */
export const desktopKey = '5a'.repeat(32);

/** Decrypts the ticket in a page, as a desktop client does after the person has copied it from the browser. */
export function ticketIn(page: string): string {
  const sealed = Buffer.from(/value="([0-9a-f]+)"/.exec(page)![1]!, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(desktopKey, 'hex'), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

/** Redeems a ticket in a browser. Returns the answer's status: 303 means that a session was opened. */
export async function redeem(
  gatewayUrl: string,
  ticket: string,
  browser = new CookieBrowser(),
): Promise<number> {
  return (await browser.request(`${gatewayUrl}/accounts/login/subdomain/${ticket}`, { form: {} })).status;
}
