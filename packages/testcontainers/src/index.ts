export { type Account, ParleyContainer, type StartedParleyContainer } from './container.ts';
