import { SubjectSettings } from './setting.tsx';

/** Renders the settings for appearance, language and behaviour of this client. */
export default function PreferencesSection() {
  return (
    <>
      <SubjectSettings subject="appearance" />
      <SubjectSettings subject="writing" />
      <SubjectSettings subject="navigation" />
      <SubjectSettings subject="reading" />
    </>
  );
}
