// To be filled.

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function Palette(_props: PaletteProps) {
  return null;
}
