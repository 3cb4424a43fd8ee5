// Which file of the workspace is shown over the session, if any.

import { create } from "zustand";

export interface ViewedFile {
  /** From the workspace's root, or absolute inside it. */
  path: string;
  workspace: string | undefined;
  /** Brought into sight; from 1. */
  line?: number | undefined;
}

export const useViewedFile = create<{ file: ViewedFile | undefined }>(() => ({ file: undefined }));

export function viewFile(file: ViewedFile | undefined): void {
  useViewedFile.setState({ file });
}
