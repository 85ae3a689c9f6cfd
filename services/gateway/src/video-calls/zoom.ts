import type { Rpc } from '../rpc-clients.ts';
import { CompanyZoom } from './company-zoom.ts';
import { PersonalZoom } from './personal-zoom.ts';
import type { ZoomConfig } from './zoom-requests.ts';

/** With an account ID, all meetings are in that account; otherwise each person connects their own. */
export const createZoom = (
  { accountId, ...app }: ZoomConfig,
  publicUrl: string,
  rpc: Rpc,
): CompanyZoom | PersonalZoom =>
  accountId === undefined ? new PersonalZoom(app, publicUrl, rpc) : new CompanyZoom(app, accountId, rpc);
