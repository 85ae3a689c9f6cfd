/** Whether the last session ended without a sign-out in this browser: it expired, or it was ended on another device. */
import { createSignal } from 'solid-js';

const [wasSessionEnded, setSessionEnded] = createSignal(false);

export { setSessionEnded, wasSessionEnded };
