import type { Rpc } from '../rpc-clients.ts';
import { CompanyZoom } from './company-zoom.ts';
import { PersonalZoom } from './personal-zoom.ts';
import type { ZoomApp } from './zoom-requests.ts';

export type ZoomConfig = ZoomApp & {
  /** The Zoom account in which all meetings are created; undefined when each person connects their own. */
  accountId: string | undefined;
};

/** Creates what makes meetings at Zoom: in one account for everybody, or in each person's own. */
export const createZoom = (
  { accountId, ...app }: ZoomConfig,
  publicUrl: string,
  rpc: Rpc,
): CompanyZoom | PersonalZoom =>
  accountId === undefined ? new PersonalZoom(app, publicUrl, rpc) : new CompanyZoom(app, accountId, rpc);
