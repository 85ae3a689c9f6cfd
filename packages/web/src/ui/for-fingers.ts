import type { Router } from '../router/router.ts';
import { keepRoomAboveKeyboard } from './room-above-keyboard.ts';
import { swipeBack } from './swipe-back.ts';

/** Starts what only devices that feel fingers need. Call it with the element of the view. */
export function followFingers(router: Router, main: HTMLElement): void {
  swipeBack(router, main);
  const workspace = main.closest<HTMLElement>('.workspace');
  if (workspace) keepRoomAboveKeyboard(workspace);
}
