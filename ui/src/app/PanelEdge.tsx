// The panel's left edge: dragged, or moved with the arrow keys; a double click gives the usual width back.

import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useT } from "../i18n";
import { PANEL_WIDTHS, setLayout, setPanelWidth } from "./layout";
import styles from "./SessionScreen.module.css";

const STEP = 24;

export function PanelEdge({ panel }: { panel: React.RefObject<HTMLElement | null> }) {
  const t = useT();
  const grip = useRef<{ x: number; width: number }>(undefined);
  const width = () => panel.current?.offsetWidth ?? PANEL_WIDTHS.min;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") setPanelWidth(width() + STEP);
    else if (event.key === "ArrowRight") setPanelWidth(width() - STEP);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, width: width() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) setPanelWidth(grip.current.width + grip.current.x - event.clientX);
  };
  const letGo = () => {
    grip.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no hr
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("ui.panel.width")}
      aria-valuenow={width()}
      aria-valuemin={PANEL_WIDTHS.min}
      aria-valuemax={PANEL_WIDTHS.max}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onDoubleClick={() => setLayout({ panelWidth: undefined })}
    />
  );
}
