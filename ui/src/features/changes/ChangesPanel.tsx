// To be filled.

export interface ChangesPanelProps {
  session: string;
}

export default function ChangesPanel(_props: ChangesPanelProps) {
  return null;
}
