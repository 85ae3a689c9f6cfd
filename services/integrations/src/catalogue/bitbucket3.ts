import { integration } from '../domain/integration.ts';
import { bitbucket } from './bitbucket.ts';

/** The address that other servers of this API give to Bitbucket Data Center, so that it can stay as it is. */
export const bitbucket3 = integration({ ...bitbucket, name: 'bitbucket3', title: 'Bitbucket Data Center' });
