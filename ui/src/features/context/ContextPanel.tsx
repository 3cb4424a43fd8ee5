// To be filled.

export interface ContextPanelProps {
  session: string;
}

export default function ContextPanel(_props: ContextPanelProps) {
  return null;
}
