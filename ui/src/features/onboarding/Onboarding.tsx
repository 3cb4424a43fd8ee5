// To be filled.

export interface OnboardingProps {
  onDone: () => void;
}

export default function Onboarding(_props: OnboardingProps) {
  return null;
}
