// The start: host, look and language first, so that nothing is painted twice.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { App } from "./app/App";
import { call, queryClient, queryKey, useSignInNeed } from "./data";
import { startHost } from "./host";
import { startLanguage } from "./i18n";
import { applyAppearance } from "./theme/appearance";

async function start(): Promise<void> {
  applyAppearance();
  useSignInNeed.setState({ refusedLink: (await startHost()).platform.refusedLink });
  const about = await call("about", undefined).catch(() => undefined);
  // The first view is drawn with it, and does not ask again.
  if (about !== undefined) queryClient.setQueryData(queryKey("about"), about);
  await startLanguage(about?.language);
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
