import { SubjectSettings } from '../settings/setting.tsx';
import { AllowedDomains } from './allowed-domains.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

/** Renders the rules for joining and signing in: invitations, mail addresses, sign-in methods, second factors and sessions. */
export default function JoiningSection() {
  return (
    <>
      <SubjectSettings subject="joining" />
      <SignInMethods />
      <SubjectSettings subject="signIns" />
      <AllowedDomains />
    </>
  );
}
