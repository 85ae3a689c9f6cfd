import { part } from '../model/parts.ts';
import { OwnPresses } from './own-presses.ts';

/** Returns the presses of a client. */
export const ownPressesOf = part(() => new OwnPresses());
