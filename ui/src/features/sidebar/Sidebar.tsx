// To be filled.

export interface SidebarProps {
  activeSession?: string | undefined;
}

export default function Sidebar(_props: SidebarProps) {
  return null;
}
