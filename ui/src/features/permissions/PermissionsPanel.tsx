// To be filled.

export interface PermissionsPanelProps {
  session: string;
}

export default function PermissionsPanel(_props: PermissionsPanelProps) {
  return null;
}
