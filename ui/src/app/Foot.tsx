// What one answers and writes with, at the bottom of a view. It tells its height, so that nothing that comes for a while
// stands over it.

import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./Foot.module.css";

export function Foot({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const foot = place.current;
    if (foot === null) return;
    const page = document.documentElement.style;
    const tell = () => page.setProperty("--foot", `${foot.offsetHeight}px`);
    const observer = new ResizeObserver(tell);
    observer.observe(foot);
    tell();
    return () => {
      observer.disconnect();
      page.removeProperty("--foot");
    };
  }, []);
  return (
    <div ref={place} className={styles.foot}>
      {children}
    </div>
  );
}
