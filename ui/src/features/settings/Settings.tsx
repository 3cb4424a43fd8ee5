// To be filled.

export interface SettingsProps {
  page: string;
}

export default function Settings(_props: SettingsProps) {
  return null;
}
