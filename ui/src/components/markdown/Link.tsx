import type { ReactNode } from "react";
import { host } from "../../host";

/** A link out of the app opens in the system's browser; anything else is shown as what it is, text. */
export function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined || !/^(https?:|mailto:)/i.test(href)) return <span title={href}>{children}</span>;
  return (
    <a
      href={href}
      title={href}
      rel="noreferrer"
      target="_blank"
      onClick={(event) => {
        event.preventDefault();
        host().platform.openExternal(href);
      }}
    >
      {children}
    </a>
  );
}
