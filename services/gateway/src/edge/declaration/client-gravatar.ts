import { boolean } from './parameter.ts';

/** Declares the parameter with which clients say that they compute addresses of Gravatar. No answer contains such addresses. */
export const clientGravatar = () =>
  boolean().optional().deprecated().describe('Without effect: every avatar is a picture of this server.');
