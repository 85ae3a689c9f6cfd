/** Whether the last session ended without a sign-out here: it expired, or was ended on another device. */
import { createSignal } from 'solid-js';

const [wasSessionEnded, setSessionEnded] = createSignal(false);

export { setSessionEnded, wasSessionEnded };
