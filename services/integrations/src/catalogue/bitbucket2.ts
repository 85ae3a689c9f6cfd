import { integration } from '../domain/integration.ts';
import { bitbucket } from './bitbucket.ts';

/** The address that other servers of this API give to Bitbucket Cloud, so that it can stay as it is. */
export const bitbucket2 = integration({ ...bitbucket, name: 'bitbucket2', title: 'Bitbucket Cloud' });
