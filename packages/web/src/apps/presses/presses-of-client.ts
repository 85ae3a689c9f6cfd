import { part } from '../../model/parts.ts';
import { OwnPresses } from './own-presses.ts';

export const ownPressesOf = part(() => new OwnPresses());
