// Draws what stands over everything, each loaded when it is first shown, and offers the actions that open it.

import { lazy, Suspense } from "react";
import { useProvideActions } from "./actions";
import { useViewedFile } from "./file-viewer";
import { Palette } from "./lazy-views";
import { showOverlay, useOverlay } from "./overlays";

const FileViewer = lazy(() => import("../features/files/FileViewer"));
const SearchDialog = lazy(() => import("../features/palette/SearchDialog"));
const ShortcutSheet = lazy(() => import("../features/palette/ShortcutSheet"));

export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  const file = useViewedFile((state) => state.file);
  useProvideActions([
    {
      id: "palette.open",
      title: "ui.action.palette",
      group: "ui.group.app",
      shortcut: "mod+k",
      run: () => showOverlay("palette"),
    },
    {
      id: "file.open",
      title: "ui.action.find_file",
      group: "ui.group.go",
      shortcut: "mod+p",
      run: () => showOverlay("files"),
    },
    {
      id: "session.search",
      title: "ui.action.search_sessions",
      group: "ui.group.go",
      shortcut: "mod+shift+f",
      run: () => showOverlay("search"),
    },
    {
      id: "shortcuts.show",
      title: "ui.action.show_shortcuts",
      group: "ui.group.help",
      shortcut: "?",
      run: () => showOverlay("shortcuts"),
    },
  ]);
  const onOpenChange = (open: boolean) => {
    if (!open) showOverlay(undefined);
  };
  return (
    <Suspense fallback={null}>
      {(overlay === "palette" || overlay === "files") && (
        <Palette key={overlay} open onOpenChange={onOpenChange} filesOnly={overlay === "files"} />
      )}
      {overlay === "search" && <SearchDialog onClose={() => showOverlay(undefined)} />}
      {overlay === "shortcuts" && <ShortcutSheet onClose={() => showOverlay(undefined)} />}
      {file && <FileViewer file={file} />}
    </Suspense>
  );
}
