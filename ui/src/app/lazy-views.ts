// The views of other areas, each loaded when it is first shown. The sidebar is none of them: it is there from the start.

import { lazy } from "react";

export const Settings = lazy(() => import("../features/settings/Settings"));
export const ChangesPanel = lazy(() => import("../features/changes/ChangesPanel"));
export const PermissionsPanel = lazy(() => import("../features/permissions/PermissionsPanel"));
export const ContextPanel = lazy(() => import("../features/context/ContextPanel"));
export const Onboarding = lazy(() => import("../features/onboarding/Onboarding"));
export const Palette = lazy(() => import("../features/palette/Palette"));
export const JobsPanel = lazy(() => import("../features/jobs/JobsPanel"));
export const TodosPanel = lazy(() => import("../features/todos/TodosPanel"));
